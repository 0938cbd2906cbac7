package org.apache.spark.sql.hbase.engine.expression.pattern;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.function.Arguments;
import org.apache.spark.sql.hbase.engine.expression.function.Errors;
import org.apache.spark.sql.hbase.engine.expression.function.FunctionSpec;
import org.apache.spark.sql.hbase.engine.expression.function.Growth;
import org.apache.spark.sql.hbase.engine.expression.function.JavaUse;
import org.apache.spark.sql.hbase.engine.expression.function.Nulls;
import org.apache.spark.sql.hbase.engine.expression.function.Types;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * LIKE, RLIKE, REGEXP_REPLACE and REGEXP_EXTRACT with constant patterns. None of them raises an
 * error.
 */
public final class PatternFunctions {
  /** The longest replacement, as a multiple of the match that it replaces. */
  private static final int MAX_GROWTH = 16;

  /** The number of states for a pattern that names no letters. */
  private static final int SIZE_OF_ANY = 20;

  private static final char DEFAULT_ESCAPE = '\\';

  public static final List<FunctionSpec> ALL =
      List.of(
          function(
              Function.LIKE,
              PatternFunctions::isLike,
              Growth.FIXED,
              (call, operands) ->
                  new LikeExpression(
                      operands.at(0),
                      operands.shared(LikePattern.class, () -> like(call).orElseThrow()))),
          function(
              Function.RLIKE,
              call -> isTest(call, 2) && regex(call).isPresent(),
              Growth.FIXED,
              (call, operands) ->
                  new RegexExpression(
                      operands.at(0),
                      operands.shared(Regex.class, () -> regex(call).orElseThrow()),
                      operands.limit())),
          function(
              Function.REGEXP_REPLACE,
              PatternFunctions::isReplace,
              // A match has at least one character.
              Growth.ofFirst(call -> Math.max(Growth.DECODED, Growth.textBytes(call, 2))),
              (call, operands) ->
                  new ReplaceMatches(
                      operands.at(0),
                      operands.shared(Regex.class, () -> positions(call).orElseThrow()),
                      text(call, 2),
                      operands.limit())),
          function(
              Function.REGEXP_EXTRACT,
              PatternFunctions::isExtract,
              Growth.ofFirst(Growth.DECODED, 0),
              (call, operands) ->
                  new ExtractMatch(
                      operands.at(0),
                      operands.shared(Regex.class, () -> positions(call).orElseThrow()),
                      (int) call.constant(2).low(),
                      operands.limit())));

  private PatternFunctions() {}

  private static FunctionSpec function(
      Function function, Types types, Growth growth, FunctionSpec.Compilation compilation) {
    return new FunctionSpec(
        function,
        types,
        Errors.NEVER,
        Nulls.OF_ANY_ARGUMENT,
        growth,
        Arguments.copied(0).withConstantFrom(1),
        JavaUse.NOTHING,
        compilation);
  }

  private static boolean isReplace(TypedCall call) {
    SqlType text = SqlType.STRING;
    return call.is(text, text, text, text)
        && call.isValue(1)
        && call.isValue(2)
        && isReplacement(text(call, 2))
        && positions(call)
            .filter(regex -> call.constant(2).bytes().length <= MAX_GROWTH * regex.shortest())
            .isPresent();
  }

  /** Dollars and backslashes refer to groups and to one another. */
  private static boolean isReplacement(String text) {
    return text.indexOf('$') < 0 && text.indexOf('\\') < 0;
  }

  private static boolean isExtract(TypedCall call) {
    SqlType text = SqlType.STRING;
    return call.is(text, text, text, SqlType.INT)
        && call.isValue(1)
        && call.isValue(2)
        && call.constant(2).low() >= 0
        && positions(call)
            .filter(regex -> call.constant(2).low() <= regex.groupCount())
            .isPresent();
  }

  private static boolean isLike(TypedCall call) {
    boolean hasEscape = call.argumentCount() == 3;
    return isTest(call, hasEscape ? 3 : 2)
        && (!hasEscape || call.isValue(2) && text(call, 2).length() == 1)
        && like(call).isPresent();
  }

  private static boolean isTest(TypedCall call, int arguments) {
    return call.result().equals(SqlType.BOOLEAN)
        && call.allAre(SqlType.STRING)
        && call.argumentCount() == arguments
        && call.isValue(1);
  }

  /**
   * Estimates the number of states or letters of the constant pattern of a call, without compiling
   * the pattern. The estimate includes a constant for the pattern itself. Returns 0 for a call
   * without a constant pattern. For a function of this family that has no case here it returns more
   * than any plan may have.
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
      default ->
          ALL.stream().anyMatch(spec -> spec.function() == call.function()) ? Integer.MAX_VALUE : 0;
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
}
