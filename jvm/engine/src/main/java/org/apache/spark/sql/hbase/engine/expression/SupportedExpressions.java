package org.apache.spark.sql.hbase.engine.expression;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.SqlTypes;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * The engine's capability list: which expressions it computes exactly as Spark does. A planner asks
 * before it pushes down; {@link ExpressionCompiler} refuses the rest. Answers depend on the message
 * alone.
 */
public final class SupportedExpressions {
  /**
   * A STRING or BINARY literal that is spread over a vector, once per row of a batch, is at most
   * this long.
   */
  static final int MAX_SPREAD_BYTES = 4096;

  private SupportedExpressions() {}

  /**
   * Why the engine does not compute the expression, in a few words for EXPLAIN; empty if it does.
   */
  public static Optional<String> refusal(Expression expression) {
    return Optional.ofNullable(refusalOrNull(expression));
  }

  /**
   * Throws unless the expression is supported.
   *
   * @throws PlanException UNSUPPORTED_FUNCTION
   */
  public static void check(Expression expression) {
    String refusal = refusalOrNull(expression);
    if (refusal != null) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FUNCTION,
          "This version does not compute an expression of the sub-plan. Evaluate it in Spark, or use a newer server.",
          "reason",
          refusal);
    }
  }

  private static String refusalOrNull(Expression expression) {
    return switch (expression.getNodeCase()) {
      case COLUMN -> null;
      case LITERAL -> literal(expression);
      case CALL -> call(expression.getCall(), SqlTypes.of(expression.getType()));
      case NODE_NOT_SET -> "an expression without a node";
    };
  }

  private static String literal(Expression literal) {
    return literal.getLiteral().getBinary().size() > MAX_SPREAD_BYTES
        ? "a literal of more than " + MAX_SPREAD_BYTES + " bytes"
        : null;
  }

  private static String call(Call call, SqlType result) {
    List<SqlType> types =
        call.getArgumentsList().stream().map(argument -> SqlTypes.of(argument.getType())).toList();
    String refusal = FunctionRules.refusal(call, result, types);
    if (refusal != null) {
      return refusal;
    }
    boolean constantsStay = keepsConstantsApart(call.getFunction());
    for (Expression argument : call.getArgumentsList()) {
      boolean spread = !(constantsStay && argument.hasLiteral());
      String inner = spread ? refusalOrNull(argument) : null;
      if (inner != null) {
        return inner;
      }
    }
    return null;
  }

  /** Functions that never spread a literal argument over a vector. */
  private static boolean keepsConstantsApart(Function function) {
    return switch (function) {
      case EQUAL,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          IN,
          STARTS_WITH,
          ENDS_WITH,
          CONTAINS ->
          true;
      default -> false;
    };
  }
}
