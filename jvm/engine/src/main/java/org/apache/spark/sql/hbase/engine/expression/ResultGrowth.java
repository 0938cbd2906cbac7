package org.apache.spark.sql.hbase.engine.expression;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.expression.kernel.TypedCall;

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

  /** Of any call, also of one that the engine does not compute. */
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
      default -> new ResultGrowth(0, factors(call, i -> 1));
    };
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
