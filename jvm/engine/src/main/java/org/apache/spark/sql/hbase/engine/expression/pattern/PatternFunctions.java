package org.apache.spark.sql.hbase.engine.expression.pattern;

import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.FunctionFamily;
import org.apache.spark.sql.hbase.engine.expression.kernel.Operands;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** LIKE, RLIKE, REGEXP_REPLACE and REGEXP_EXTRACT with constant patterns. */
public final class PatternFunctions implements FunctionFamily {
  /** How many times longer than a match its replacement can be. */
  private static final int MAX_GROWTH = 16;

  /** What a pattern without letters costs, in states. */
  private static final int SIZE_OF_ANY = 20;

  private static final char DEFAULT_ESCAPE = '\\';

  private static final Set<Function> FUNCTIONS =
      EnumSet.of(Function.LIKE, Function.RLIKE, Function.REGEXP_REPLACE, Function.REGEXP_EXTRACT);

  @Override
  public Set<Function> functions() {
    return EnumSet.copyOf(FUNCTIONS);
  }

  @Override
  public boolean supports(TypedCall call) {
    SqlType text = SqlType.STRING;
    return switch (call.function()) {
      case REGEXP_REPLACE ->
          call.is(text, text, text, text)
              && call.isValue(1)
              && call.isValue(2)
              && isReplacement(text(call, 2))
              && positions(call)
                  .filter(regex -> call.constant(2).bytes().length <= MAX_GROWTH * regex.shortest())
                  .isPresent();
      case REGEXP_EXTRACT ->
          call.is(text, text, text, SqlType.INT)
              && call.isValue(1)
              && call.isValue(2)
              && call.constant(2).low() >= 0
              && positions(call)
                  .filter(regex -> call.constant(2).low() <= regex.groupCount())
                  .isPresent();
      default -> supportsTest(call);
    };
  }

  /** Dollars and backslashes refer to groups and to one another. */
  private static boolean isReplacement(String text) {
    return text.indexOf('$') < 0 && text.indexOf('\\') < 0;
  }

  private static boolean supportsTest(TypedCall call) {
    boolean hasEscape = call.function() == Function.LIKE && call.argumentCount() == 3;
    boolean isTyped =
        call.result().equals(SqlType.BOOLEAN)
            && call.allAre(SqlType.STRING)
            && call.argumentCount() == (hasEscape ? 3 : 2);
    if (!isTyped || !call.isValue(1)) {
      return false;
    }
    return call.function() == Function.RLIKE
        ? regex(call).isPresent()
        : (!hasEscape || call.isValue(2) && text(call, 2).length() == 1) && like(call).isPresent();
  }

  @Override
  public VectorExpression compile(TypedCall call, Operands operands) {
    VectorExpression operand = operands.at(0);
    WorkLimit limit = operands.limit();
    return switch (call.function()) {
      case RLIKE ->
          new RegexExpression(
              operand, operands.shared(Regex.class, () -> regex(call).orElseThrow()), limit);
      case REGEXP_REPLACE -> {
        Regex regex = operands.shared(Regex.class, () -> positions(call).orElseThrow());
        yield new ReplaceMatches(operand, regex, text(call, 2), limit);
      }
      case REGEXP_EXTRACT -> {
        Regex regex = operands.shared(Regex.class, () -> positions(call).orElseThrow());
        yield new ExtractMatch(operand, regex, (int) call.constant(2).low(), limit);
      }
      default ->
          new LikeExpression(
              operand, operands.shared(LikePattern.class, () -> like(call).orElseThrow()));
    };
  }

  @Override
  public boolean copies(TypedCall call, int argument) {
    return argument == 0;
  }

  @Override
  public boolean takesConstant(TypedCall call, int argument) {
    return argument > 0;
  }

  /**
   * How many states or letters the constant pattern of a call has, nearly, and something for the
   * pattern itself; 0 for a call without one, and more than any plan may have for a function that
   * nobody has thought of. It is found without compiling the pattern.
   */
  public static long patternSize(TypedCall call) {
    boolean isConstant =
        call.argumentCount() > 1 && call.type(1).equals(SqlType.STRING) && call.isValue(1);
    if (!isConstant) {
      return 0;
    }
    return switch (call.function()) {
      case LIKE -> SIZE_OF_ANY + call.constant(1).bytes().length;
      case RLIKE, REGEXP_REPLACE, REGEXP_EXTRACT -> SIZE_OF_ANY + Regex.sizeOf(text(call, 1));
      default -> FUNCTIONS.contains(call.function()) ? Integer.MAX_VALUE : 0;
    };
  }

  private static Optional<LikePattern> like(TypedCall call) {
    char escape = call.argumentCount() == 3 ? text(call, 2).charAt(0) : DEFAULT_ESCAPE;
    return LikePattern.parse(text(call, 1), escape);
  }

  private static Optional<Regex> regex(TypedCall call) {
    return Regex.parse(text(call, 1));
  }

  private static Optional<Regex> positions(TypedCall call) {
    return Regex.parseForPositions(text(call, 1));
  }

  private static String text(TypedCall call, int argument) {
    return new String(call.constant(argument).bytes(), StandardCharsets.UTF_8);
  }

  @Override
  public boolean mayRaise(TypedCall call) {
    return switch (call.function()) {
      case LIKE, RLIKE, REGEXP_REPLACE, REGEXP_EXTRACT -> false;
      default -> true;
    };
  }
}
