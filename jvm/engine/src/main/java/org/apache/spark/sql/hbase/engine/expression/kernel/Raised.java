package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.util.Map;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;

/**
 * The errors that expressions in ANSI mode raise, each under Spark's error class. Their sentences
 * leave out remedies that depend on the client, such as {@code try_} functions. Spark's error
 * classes have those of Spark, and the Python package has those of users without Spark.
 */
public final class Raised {
  private Raised() {}

  /**
   * Makes the overflow error of {@code + - *}. Spark gives narrow types a class of their own there.
   */
  public static EvaluationException binaryOverflow(SqlType type, String operation) {
    boolean narrow = type.kind() == SqlType.Kind.TINYINT || type.kind() == SqlType.Kind.SMALLINT;
    return overflow(
        narrow ? ErrorCode.BINARY_ARITHMETIC_OVERFLOW : ErrorCode.ARITHMETIC_OVERFLOW,
        type,
        operation);
  }

  public static EvaluationException overflow(SqlType type, String operation) {
    return overflow(ErrorCode.ARITHMETIC_OVERFLOW, type, operation);
  }

  private static EvaluationException overflow(ErrorCode code, SqlType type, String operation) {
    return new EvaluationException(
        code,
        "The result of an integer operation does not fit its type.",
        Map.of("operation", operation, "type", type.toString()));
  }

  public static EvaluationException divideByZero() {
    return new EvaluationException(ErrorCode.DIVIDE_BY_ZERO, "Division by zero.", Map.of());
  }

  public static EvaluationException remainderByZero() {
    return new EvaluationException(ErrorCode.REMAINDER_BY_ZERO, "Remainder by zero.", Map.of());
  }

  public static EvaluationException decimalOutOfRange(SqlType type, String value) {
    return new EvaluationException(
        ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE,
        "A decimal has more digits than its type holds.",
        Map.of("value", value, "type", type.toString()));
  }

  public static EvaluationException castOverflow(String value, SqlType from, SqlType to) {
    return new EvaluationException(
        ErrorCode.CAST_OVERFLOW,
        "A value does not fit the type that it is cast to.",
        Map.of("value", value, "from", from.toString(), "to", to.toString()));
  }

  /** Makes the error for a text that is no value of the target type. */
  public static EvaluationException castInvalidInput(String value, SqlType from, SqlType to) {
    return new EvaluationException(
        ErrorCode.CAST_INVALID_INPUT,
        "A text is no value of the type that it is cast to.",
        Map.of("value", value, "from", from.toString(), "to", to.toString()));
  }

  /** Makes the error for a text with more digits than any decimal has. */
  public static EvaluationException decimalTooLong(String value) {
    return new EvaluationException(
        ErrorCode.NUMERIC_OUT_OF_SUPPORTED_RANGE,
        "A number has more digits than any decimal holds.",
        Map.of("value", value));
  }

  public static EvaluationException timestampOverflow(SqlType type) {
    return new EvaluationException(
        ErrorCode.ARITHMETIC_OVERFLOW,
        "A date or timestamp leaves the range of its type, about 290,000 years around 1970."
            + " Filter such rows out.",
        Map.of("type", type.toString()));
  }

  /** Makes the overflow error of functions for which Spark has an error class of their own. */
  public static EvaluationException datetimeOverflow(SqlType type) {
    return new EvaluationException(
        ErrorCode.DATETIME_OVERFLOW,
        "A timestamp leaves the range of its type, about 290,000 years around 1970. Filter such rows out.",
        Map.of("type", type.toString()));
  }

  /** Makes the error for a text that a pattern does not match. */
  public static EvaluationException cannotParseTime(String text) {
    return new EvaluationException(
        ErrorCode.CANNOT_PARSE_TIMESTAMP,
        "A text does not match the pattern of dates and times.",
        Map.of("value", text));
  }

  public static EvaluationException noSuchDate(long year, long month, long day) {
    return new EvaluationException(
        ErrorCode.DATETIME_FIELD_OUT_OF_BOUNDS,
        "There is no date with these fields.",
        Map.of(
            "year",
            String.valueOf(year),
            "month",
            String.valueOf(month),
            "day",
            String.valueOf(day)));
  }
}
