package org.apache.spark.sql.hbase.engine.expression;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/**
 * Which argument and result types each function is computed for. Every rule answers null or why
 * not.
 */
final class FunctionRules {
  private FunctionRules() {}

  /** Looks at the call itself, not into its arguments. */
  static String refusal(Call call, SqlType result, List<SqlType> types) {
    boolean supported =
        switch (call.getFunction()) {
          case EQUAL,
              LESS_THAN,
              LESS_THAN_OR_EQUAL,
              GREATER_THAN,
              GREATER_THAN_OR_EQUAL,
              EQUAL_NULL_SAFE ->
              isBoolean(result) && types.size() == 2 && allAre(types.get(0), types);
          case IN ->
              isBoolean(result)
                  && types.size() >= 2
                  && allAre(types.get(0), types)
                  && call.getArgumentsList().stream().skip(1).allMatch(Expression::hasLiteral);
          case AND, OR -> isBoolean(result) && types.size() >= 2 && allAre(SqlType.BOOLEAN, types);
          case NOT -> isBoolean(result) && types.equals(List.of(SqlType.BOOLEAN));
          case IS_NULL, IS_NOT_NULL -> isBoolean(result) && types.size() == 1;
          case ADD, SUBTRACT, MULTIPLY, REMAINDER -> isArithmetic(call, result, types, true);
          case DIVIDE -> isArithmetic(call, result, types, false);
          case INTEGRAL_DIVIDE ->
              hasMode(call)
                  && types.equals(List.of(SqlType.BIGINT, SqlType.BIGINT))
                  && result.equals(SqlType.BIGINT);
          case NEGATE, ABS -> hasMode(call) && types.equals(List.of(result)) && isNumber(result);
          case UNSCALED_VALUE ->
              types.size() == 1
                  && isDecimal(types.get(0))
                  && types.get(0).precision() <= SqlType.MAX_LONG_PRECISION
                  && result.equals(SqlType.BIGINT);
          case CAST ->
              hasMode(call)
                  && types.size() == 1
                  && CastRules.isSupported(call, types.get(0), result);
          case CASE_WHEN -> isCase(result, types);
          case COALESCE -> !types.isEmpty() && allAre(result, types);
          case STARTS_WITH, ENDS_WITH, CONTAINS ->
              isBoolean(result)
                  && types.equals(List.of(SqlType.STRING, SqlType.STRING))
                  && isValue(call.getArguments(1));
          case SUBSTRING ->
              result.equals(SqlType.STRING)
                  && types.equals(List.of(SqlType.STRING, SqlType.INT, SqlType.INT))
                  && isValue(call.getArguments(1))
                  && isValue(call.getArguments(2));
          case LENGTH -> result.equals(SqlType.INT) && types.equals(List.of(SqlType.STRING));
          case YEAR, MONTH, DAY_OF_MONTH, QUARTER, DAY_OF_WEEK, DAY_OF_YEAR ->
              result.equals(SqlType.INT) && types.equals(List.of(SqlType.DATE));
          case HOUR, MINUTE, SECOND ->
              result.equals(SqlType.INT) && types.size() == 1 && isTimeInZone(call, types.get(0));
          case DATE_TRUNC ->
              types.equals(List.of(SqlType.STRING, result))
                  && isTimeInZone(call, result)
                  && isTruncationUnit(call.getArguments(0));
          case FUNCTION_UNSPECIFIED, UNRECOGNIZED -> false;
        };
    return supported
        ? null
        : call.getFunction() + " of " + types + " giving " + result + details(call);
  }

  /** The parts of a call beside its types that rules look at. */
  private static String details(Call call) {
    boolean noticeable = !call.getTimeZone().isEmpty() && !isZone(call.getTimeZone());
    String zone = noticeable ? " in unknown zone " + call.getTimeZone() : "";
    return call.getEvalMode() == EvalMode.EVAL_MODE_UNSPECIFIED
        ? zone
        : zone + " in mode " + call.getEvalMode();
  }

  private static boolean isArithmetic(
      Call call, SqlType result, List<SqlType> types, boolean integers) {
    if (!hasMode(call) || types.size() != 2) {
      return false;
    }
    if (isDecimal(result)) {
      return types.stream().allMatch(FunctionRules::isDecimal);
    }
    boolean computed = integers ? isNumber(result) : result.equals(SqlType.DOUBLE);
    return computed && allAre(result, types);
  }

  private static boolean isCase(SqlType result, List<SqlType> types) {
    if (types.size() < 2) {
      return false;
    }
    for (int i = 0; i < types.size(); i++) {
      boolean condition = i % 2 == 0 && i + 1 < types.size();
      if (!types.get(i).equals(condition ? SqlType.BOOLEAN : result)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isTruncationUnit(Expression format) {
    return isValue(format)
        && TruncationUnit.of(format.getLiteral().getBinary().toStringUtf8()).isPresent();
  }

  static boolean isTimeInZone(Call call, SqlType type) {
    return type.equals(SqlType.TIMESTAMP_NTZ)
        || type.equals(SqlType.TIMESTAMP) && isZone(call.getTimeZone());
  }

  static boolean isZone(String name) {
    try {
      ZoneId.of(name);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isValue(Expression expression) {
    return expression.hasLiteral() && !expression.getLiteral().hasNull();
  }

  private static boolean hasMode(Call call) {
    return switch (call.getEvalMode()) {
      case ANSI, LEGACY, TRY -> true;
      case EVAL_MODE_UNSPECIFIED, UNRECOGNIZED -> false;
    };
  }

  private static boolean isBoolean(SqlType type) {
    return type.equals(SqlType.BOOLEAN);
  }

  static boolean isDecimal(SqlType type) {
    return type.kind() == SqlType.Kind.DECIMAL;
  }

  static boolean isNumber(SqlType type) {
    return IntegerWidth.isInteger(type)
        || type.physical() == SqlType.Physical.DOUBLE
        || isDecimal(type);
  }

  private static boolean allAre(SqlType type, List<SqlType> types) {
    return types.stream().allMatch(type::equals);
  }
}
