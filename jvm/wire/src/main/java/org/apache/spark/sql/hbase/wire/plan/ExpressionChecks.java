package org.apache.spark.sql.hbase.wire.plan;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FloatingDigits;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Literal;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.apache.spark.sql.hbase.wire.proto.Values;

/** Checks expressions over one operator's input. Not thread-safe. */
final class ExpressionChecks {
  private static final int MAX_TIME_ZONE_CHARS = 64;
  private static final int MAX_DECIMAL_BYTES = 16;

  /**
   * The functions that can overflow, divide by zero or fail to cast: a plan must state the outcome.
   */
  private static final Set<Function> NEED_EVAL_MODE =
      EnumSet.of(
          Function.ADD,
          Function.SUBTRACT,
          Function.MULTIPLY,
          Function.DIVIDE,
          Function.NEGATE,
          Function.ABS,
          Function.REMAINDER,
          Function.PMOD,
          Function.ROUND,
          Function.BROUND,
          Function.MAKE_DATE,
          Function.PARSE_TIMESTAMP,
          Function.SPLIT_ITEM,
          Function.INTEGRAL_DIVIDE,
          Function.CAST,
          Function.GET_ARRAY_ITEM,
          Function.ELEMENT_AT);

  private final List<DataType> input;
  private final String path;

  /**
   * @param input types of the columns that the expressions refer to
   * @param path where they stand, for errors
   */
  ExpressionChecks(List<DataType> input, String path) {
    this.input = input;
    this.path = path;
  }

  /** Checks some expressions and returns their types. */
  static List<DataType> checkAll(List<Expression> expressions, List<DataType> input, String path) {
    PlanChecks.atMost(expressions.size(), PlanLimits.MAX_EXPRESSIONS, path);
    List<DataType> types = new ArrayList<>(expressions.size());
    for (Expression expression : expressions) {
      new ExpressionChecks(input, path).check(expression);
      types.add(expression.getType());
    }
    return types;
  }

  void check(Expression expression) {
    check(expression, 1);
  }

  private void check(Expression expression, int depth) {
    if (depth > PlanLimits.MAX_DEPTH) {
      throw new PlanException(
          ErrorCode.PLAN_TOO_LARGE,
          "An expression is nested too deeply; evaluate parts of it in Spark.",
          "at",
          path,
          "limit",
          PlanLimits.MAX_DEPTH);
    }
    PlanChecks.knownFields(expression, path);
    TypeChecks.check(expression.getType(), path);
    switch (expression.getNodeCase()) {
      case COLUMN -> checkColumn(expression);
      case LITERAL -> checkLiteral(expression.getLiteral(), expression.getType());
      case CALL -> checkCall(expression.getCall(), depth);
      case VALUES -> throw PlanChecks.invalid(path, "a list of values is an argument of IN only");
      case NODE_NOT_SET -> throw PlanChecks.invalid(path, "an expression has no node");
    }
  }

  private void checkColumn(Expression expression) {
    int position = expression.getColumn();
    if (position < 0 || position >= input.size()) {
      throw PlanChecks.invalid(
          path,
          "column "
              + Integer.toUnsignedString(position)
              + " of an input of "
              + input.size()
              + " columns");
    }
    boolean sameType = input.get(position).equals(expression.getType());
    PlanChecks.require(
        sameType, path, "column " + position + " has another type than its reference");
  }

  private void checkCall(Call call, int depth) {
    PlanChecks.knownFields(call, path);
    Function function = call.getFunction();
    if (function == Function.UNRECOGNIZED) {
      throw PlanChecks.unsupportedFunction(path, call.getFunctionValue());
    }
    PlanChecks.require(function != Function.FUNCTION_UNSPECIFIED, path, "a call has no function");
    PlanChecks.evalMode(
        call.getEvalMode(), call.getEvalModeValue(), NEED_EVAL_MODE.contains(function), path);
    if (call.getFloatingDigits() == FloatingDigits.UNRECOGNIZED) {
      throw PlanChecks.unsupportedValue(path + ".floating_digits", call.getFloatingDigitsValue());
    }
    PlanChecks.require(
        call.getTimeZone().length() <= MAX_TIME_ZONE_CHARS, path, "a time zone is too long");
    PlanChecks.require(call.getArgumentsCount() > 0, path, "a call has no arguments");
    boolean hasValues = function == Function.IN && endsInValues(call);
    for (int i = 0; i < call.getArgumentsCount() - (hasValues ? 1 : 0); i++) {
      check(call.getArguments(i), depth + 1);
    }
    if (hasValues) {
      checkValues(call.getArguments(1));
    }
  }

  private static boolean endsInValues(Call call) {
    return call.getArgumentsCount() == 2 && call.getArguments(1).hasValues();
  }

  private void checkValues(Expression expression) {
    PlanChecks.knownFields(expression, path);
    TypeChecks.check(expression.getType(), path);
    checkValues(expression.getValues(), expression.getType(), path);
  }

  /** Checks that a list holds values of the type only. */
  static void checkValues(Values values, DataType type, String path) {
    PlanChecks.knownFields(values, path);
    TypeKind kind = type.getKind();
    boolean isText = kind == TypeKind.STRING || kind == TypeKind.BINARY;
    boolean matches =
        (values.getBinariesCount() == 0 || isText)
            && (values.getDecimalsCount() == 0 || kind == TypeKind.DECIMAL)
            && IntStream.range(0, values.getIntegersCount())
                .allMatch(i -> isInteger(values.getIntegers(i), kind))
            && IntStream.range(0, values.getFloatingsCount())
                .allMatch(i -> isExact(values.getFloatings(i), kind))
            && values.getDecimalsList().stream()
                .allMatch(value -> fits(value, type.getPrecision()));
    PlanChecks.require(matches, path, "a list holds what is not a value of " + kind);
  }

  private void checkLiteral(Literal literal, DataType type) {
    PlanChecks.knownFields(literal, path);
    boolean matches =
        switch (literal.getValueCase()) {
          case NULL -> literal.getNull();
          case BOOLEAN -> type.getKind() == TypeKind.BOOLEAN;
          case INTEGER -> isInRange(literal.getInteger(), type.getKind());
          case FLOATING -> isExact(literal.getFloating(), type.getKind());
          case BINARY -> type.getKind() == TypeKind.STRING || type.getKind() == TypeKind.BINARY;
          case DECIMAL ->
              type.getKind() == TypeKind.DECIMAL && fits(literal.getDecimal(), type.getPrecision());
          case VALUE_NOT_SET -> false;
        };
    PlanChecks.require(
        matches,
        path,
        "a literal " + literal.getValueCase() + " is not a value of " + type.getKind());
  }

  private static boolean isInRange(long value, TypeKind kind) {
    return switch (kind) {
      case TINYINT -> value == (byte) value;
      case SMALLINT -> value == (short) value;
      case INT, DATE -> value == (int) value;
      case BIGINT, TIMESTAMP, TIMESTAMP_NTZ -> true;
      default -> false;
    };
  }

  /** Checks an integer of a list, in which a BOOLEAN is 0 or 1. */
  private static boolean isInteger(long value, TypeKind kind) {
    return kind == TypeKind.BOOLEAN ? value == 0 || value == 1 : isInRange(value, kind);
  }

  private static boolean isExact(double value, TypeKind kind) {
    return kind == TypeKind.DOUBLE
        || kind == TypeKind.FLOAT && Double.compare((float) value, value) == 0;
  }

  private static boolean fits(ByteString unscaled, int precision) {
    if (unscaled.isEmpty() || unscaled.size() > MAX_DECIMAL_BYTES) {
      return false;
    }
    BigInteger magnitude = new BigInteger(unscaled.toByteArray()).abs();
    return magnitude.compareTo(BigInteger.TEN.pow(precision)) < 0;
  }
}
