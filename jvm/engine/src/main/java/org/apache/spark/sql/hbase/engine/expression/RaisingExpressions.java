package org.apache.spark.sql.hbase.engine.expression;

import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/**
 * Finds expressions that can raise an error for some row. A planner must not move one of them in
 * front of a predicate that would have kept it from that row.
 */
public final class RaisingExpressions {
  private RaisingExpressions() {}

  /** False only if no row can make the expression raise. For expressions that are supported. */
  public static boolean mayRaise(Expression expression) {
    return expression.hasCall()
        && (raisesItself(TypedCall.of(expression))
            || expression.getCall().getArgumentsList().stream()
                .anyMatch(RaisingExpressions::mayRaise));
  }

  /**
   * False if a call raises no error for arguments that have raised none, and for what is no call.
   */
  public static boolean raisesItself(Expression expression) {
    return expression.hasCall() && raisesItself(TypedCall.of(expression));
  }

  private static boolean raisesItself(TypedCall call) {
    return Functions.of(call.function()).errors().mayRaise(call);
  }
}
