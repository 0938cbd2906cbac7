package org.apache.spark.sql.hbase.engine.expression;

import java.util.Optional;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Expression;

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

  /** The limit that {@link Arguments#copied} states. */
  private static final int BYTES_OF_COPIES = 16;

  private SupportedExpressions() {}

  /**
   * Returns the reason why the engine does not compute the expression, in a few words for EXPLAIN;
   * empty if the engine computes it.
   */
  public static Optional<String> refusal(Expression expression) {
    return refused(expression).map(Refused::text);
  }

  /** Returns the part of the expression that the engine does not compute; empty if it has none. */
  public static Optional<Refused> refused(Expression expression) {
    return Optional.ofNullable(refusedOrNull(expression));
  }

  /**
   * A part of an expression that the engine does not compute.
   *
   * @param text a few words for EXPLAIN
   * @param call the part, if it is a call
   */
  public record Refused(String text, Optional<TypedCall> call) {
    private static Refused of(String text) {
      return new Refused(text, Optional.empty());
    }
  }

  /**
   * Throws unless the expression is supported.
   *
   * @throws PlanException UNSUPPORTED_FUNCTION
   */
  public static void check(Expression expression) {
    Refused refused = refusedOrNull(expression);
    if (refused != null) {
      throw new PlanException(
          ErrorCode.UNSUPPORTED_FUNCTION,
          "This version does not compute an expression of the sub-plan. Evaluate it in Spark, or"
              + " use a newer server.",
          "reason",
          refused.text() + " is not computed here");
    }
  }

  private static Refused refusedOrNull(Expression expression) {
    return switch (expression.getNodeCase()) {
      case COLUMN -> null;
      case LITERAL -> literal(expression);
      case CALL -> call(TypedCall.of(expression));
      case VALUES -> Refused.of("a list of values outside of IN");
      case NODE_NOT_SET -> Refused.of("an expression without a node");
    };
  }

  /**
   * True if the argument of a call is a constant that is not spread over a vector.
   *
   * @param call of a function that the engine may not know
   */
  public static boolean isTakenAsConstant(TypedCall call, int argument) {
    Expression expression = call.call().getArguments(argument);
    return (expression.hasLiteral() || expression.hasValues())
        && Functions.find(call.function())
            .filter(spec -> spec.arguments().constant().test(argument))
            .isPresent();
  }

  /**
   * Bytes that a call takes while it computes one row, besides its result, for each byte of an
   * argument.
   *
   * @param call of a function that the engine may not know
   */
  public static int copiedBytes(TypedCall call, int argument) {
    boolean copies =
        Functions.find(call.function())
            .filter(spec -> spec.arguments().copied().test(argument))
            .isPresent();
    return copies ? BYTES_OF_COPIES : 0;
  }

  private static Refused literal(Expression literal) {
    return literal.getLiteral().getBinary().size() > MAX_SPREAD_BYTES
        ? Refused.of("a literal of more than " + MAX_SPREAD_BYTES + " bytes")
        : null;
  }

  private static Refused call(TypedCall call) {
    FunctionSpec spec = Functions.find(call.function()).orElse(null);
    if (spec == null || !JavaRules.has(call) || !spec.types().include(call)) {
      return new Refused(call.describe() + JavaRules.missing(call), Optional.of(call));
    }
    for (int i = 0; i < call.argumentCount(); i++) {
      Expression argument = call.call().getArguments(i);
      Refused inner = isTakenAsConstant(call, i) ? null : refusedOrNull(argument);
      if (inner != null) {
        return inner;
      }
    }
    return null;
  }
}
