package org.apache.spark.sql.hbase.engine.expression;

import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/**
 * Which expressions can raise an error for some row. A planner must not move one of them in front
 * of a predicate that would have kept it from that row.
 */
public final class RaisingExpressions {
  private RaisingExpressions() {}

  /** False only if no row can make the expression raise. */
  public static boolean mayRaise(Expression expression) {
    if (!expression.hasCall()) {
      return false;
    }
    Call call = expression.getCall();
    return raisesItself(call, SqlTypes.of(expression.getType()))
        || call.getArgumentsList().stream().anyMatch(RaisingExpressions::mayRaise);
  }

  private static boolean raisesItself(Call call, SqlType result) {
    boolean ansi = call.getEvalMode() == EvalMode.ANSI;
    return switch (call.getFunction()) {
      case ADD, SUBTRACT, MULTIPLY, NEGATE, ABS ->
          ansi && result.physical() != SqlType.Physical.DOUBLE;
      case DIVIDE, INTEGRAL_DIVIDE, REMAINDER -> ansi;
      case CAST -> {
        SqlType from = SqlTypes.of(call.getArguments(0).getType());
        // Casts to timestamps leave the range of the type in every mode.
        boolean checked =
            ansi || result.equals(SqlType.TIMESTAMP) || result.equals(SqlType.TIMESTAMP_NTZ);
        yield checked && !CastRules.alwaysSucceeds(from, result);
      }
      // The start of a year can lie before the smallest timestamp.
      case DATE_TRUNC -> true;
      default -> false;
    };
  }
}
