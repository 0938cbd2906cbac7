package org.apache.spark.sql.hbase.engine.expression;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.PlanException;

/**
 * How long the value of a call can be, if it is of variable length: {@link #constantBytes} and each
 * argument's bytes times {@link #factor}. Never less than what the call makes, whatever the values;
 * memory is planned by it. Immutable.
 *
 * <p>A byte that is no UTF-8 becomes the three bytes of U+FFFD in functions that decode their text,
 * and a letter has at most three times as many bytes in the other case.
 */
public final class ResultGrowth {
  private static final int DECODED = 3;
  private static final int MAX_CODE_POINT_BYTES = 4;

  /** Of digests, dates, numbers and the like as text. */
  private static final int SHORT_TEXT_BYTES = 128;

  /** One letter of a date's pattern makes a year of up to seven characters, or a name. */
  private static final int BYTES_PER_PATTERN_BYTE = 16;

  /** A BOOLEAN element takes one byte, as text with a comma up to seven, as a decimal 24. */
  private static final int NESTED_CAST = 64;

  /** A nested value's number of elements, and its NULL flags. */
  private static final int NESTED_HEADER_BYTES = 64;

  /** A field's place in a nested value, and what fills it up to whole words. */
  private static final int NESTED_FIELD_BYTES = 32;

  private final long constantBytes;
  private final long[] factors;

  private ResultGrowth(long constantBytes, long... factors) {
    this.constantBytes = constantBytes;
    this.factors = factors;
  }

  /**
   * Bounds the value of a call, also of one that the engine does not compute. There is no bound for
   * a function that nobody has thought of.
   *
   * @throws PlanException UNSUPPORTED_FUNCTION if the function makes no values of variable length
   */
  public static ResultGrowth of(TypedCall call) {
    if (!isVariable(call.result())) {
      return new ResultGrowth(0);
    }
    int count = call.argumentCount();
    return switch (call.function()) {
      case SUBSTRING, TRIM, TRIM_LEFT, TRIM_RIGHT, REVERSE -> ofFirst(call, 1, 0);
      case UPPER, LOWER, SPLIT_PART, SPLIT_ITEM, SUBSTRING_INDEX, REGEXP_EXTRACT ->
          ofFirst(call, DECODED, 0);
      case HEX, BASE64, UNHEX -> ofFirst(call, 2, SHORT_TEXT_BYTES);
      case BINARY_DIGITS, CHARACTER, MD5, SHA1, SHA2 -> new ResultGrowth(SHORT_TEXT_BYTES);
      case DATE_FORMAT ->
          new ResultGrowth(SHORT_TEXT_BYTES + BYTES_PER_PATTERN_BYTE * textBytes(call, 1));
      case TRANSLATE -> ofFirst(call, MAX_CODE_POINT_BYTES, 0);
      case REPEAT -> ofFirst(call, Math.max(1, number(call, 1)), 0);
      case PAD_LEFT, PAD_RIGHT ->
          new ResultGrowth(MAX_CODE_POINT_BYTES * Math.max(0, number(call, 1)));
      case REPLACE -> ofFirst(call, 1 + textBytes(call, 2) / Math.max(1, textBytes(call, 1)), 0);
      // A match has at least one character.
      case REGEXP_REPLACE -> ofFirst(call, Math.max(DECODED, textBytes(call, 2)), 0);
      case CONCAT_WITH_SEPARATOR -> new ResultGrowth(0, factors(call, i -> i == 0 ? count : 1));
      case CAST -> ofFirst(call, isNestedCast(call) ? NESTED_CAST : 1, SHORT_TEXT_BYTES);
      case GET_ARRAY_STRUCT_FIELDS, NARROW -> ofFirst(call, 2, NESTED_HEADER_BYTES);
      case ASSEMBLE_STRUCT ->
          new ResultGrowth(
              NESTED_HEADER_BYTES + (long) NESTED_FIELD_BYTES * count, factors(call, i -> 1));
      // One of the arguments, a part of one, or all of them together.
      case CASE_WHEN,
          COALESCE,
          GREATEST,
          LEAST,
          CONCAT,
          GET_STRUCT_FIELD,
          GET_ARRAY_ITEM,
          ELEMENT_AT,
          GET_MAP_VALUE ->
          new ResultGrowth(0, factors(call, i -> 1));
      // None of them has a result of variable length. A function that gets one needs a bound above.
      case FUNCTION_UNSPECIFIED,
          EQUAL,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          EQUAL_NULL_SAFE,
          IN,
          AND,
          OR,
          NOT,
          IS_NULL,
          IS_NOT_NULL,
          ADD,
          SUBTRACT,
          MULTIPLY,
          DIVIDE,
          NEGATE,
          ABS,
          REMAINDER,
          INTEGRAL_DIVIDE,
          UNSCALED_VALUE,
          PMOD,
          BITWISE_AND,
          BITWISE_OR,
          BITWISE_XOR,
          BITWISE_NOT,
          SHIFT_LEFT,
          SHIFT_RIGHT,
          SHIFT_RIGHT_UNSIGNED,
          BITWISE_COUNT,
          BITWISE_GET,
          STARTS_WITH,
          ENDS_WITH,
          CONTAINS,
          LENGTH,
          OCTET_LENGTH,
          BIT_LENGTH,
          YEAR,
          MONTH,
          DAY_OF_MONTH,
          QUARTER,
          DAY_OF_WEEK,
          DAY_OF_YEAR,
          WEEK_OF_YEAR,
          YEAR_OF_WEEK,
          WEEKDAY,
          LAST_DAY,
          HOUR,
          MINUTE,
          SECOND,
          DATE_TRUNC,
          SECOND_WITH_FRACTION,
          TRUNC,
          REINTERPRET,
          UNIX_TIMESTAMP,
          UNIX_MILLIS,
          POSITION,
          LIKE,
          RLIKE,
          ASCII,
          FIND_IN_SET,
          XXHASH64,
          MURMUR3_HASH,
          CRC32,
          MIGHT_CONTAIN,
          ROUND,
          BROUND,
          FLOOR,
          CEIL,
          RINT,
          SIGNUM,
          SQRT,
          CBRT,
          EXP,
          EXPM1,
          LN,
          LOG2,
          LOG10,
          LOG1P,
          LOGARITHM,
          POWER,
          HYPOT,
          SIN,
          COS,
          TAN,
          COT,
          SEC,
          CSC,
          ASIN,
          ACOS,
          ATAN,
          ATAN2,
          DEGREES,
          RADIANS,
          FACTORIAL,
          DATE_ADD,
          DATE_SUB,
          DATE_DIFF,
          ADD_MONTHS,
          MONTHS_BETWEEN,
          NEXT_DAY,
          MAKE_DATE,
          TIMESTAMP_SECONDS,
          TIMESTAMP_MILLIS,
          ADD_INTERVAL,
          TIMESTAMP_ADD,
          TIMESTAMP_DIFF,
          PARSE_TIMESTAMP,
          SINH,
          COSH,
          TANH,
          ASINH,
          ACOSH,
          ATANH,
          SIZE,
          ARRAY_CONTAINS,
          UNRECOGNIZED ->
          throw unbounded(call);
    };
  }

  private static PlanException unbounded(TypedCall call) {
    return new PlanException(
        ErrorCode.UNSUPPORTED_FUNCTION,
        "This version does not compute an expression of the sub-plan. Evaluate it in Spark, or use a newer server.",
        "reason",
        call.describe());
  }

  private static ResultGrowth ofFirst(TypedCall call, long factor, long constantBytes) {
    return new ResultGrowth(constantBytes, factors(call, i -> i == 0 ? factor : 0));
  }

  private static long[] factors(TypedCall call, IntToLongFunction factor) {
    return IntStream.range(0, call.argumentCount())
        .mapToLong(i -> isVariable(call.type(i)) ? factor.applyAsLong(i) : 0)
        .toArray();
  }

  private static boolean isNestedCast(TypedCall call) {
    return call.types().stream().anyMatch(SqlType::isNested);
  }

  private static long number(TypedCall call, int argument) {
    return argument < call.argumentCount() && call.isValue(argument)
        ? Math.min(Integer.MAX_VALUE, call.call().getArguments(argument).getLiteral().getInteger())
        : 1;
  }

  private static long textBytes(TypedCall call, int argument) {
    return argument < call.argumentCount() && call.isValue(argument)
        ? call.call().getArguments(argument).getLiteral().getBinary().size()
        : 0;
  }

  private static boolean isVariable(SqlType type) {
    return type.physical() == SqlType.Physical.BYTES;
  }

  /** Bytes that do not depend on the arguments. */
  public long constantBytes() {
    return constantBytes;
  }

  /** Bytes of the result for each byte of an argument. */
  public long factor(int argument) {
    return argument < factors.length ? factors[argument] : 0;
  }

  @Override
  public String toString() {
    return constantBytes + " + " + Arrays.toString(factors);
  }
}
