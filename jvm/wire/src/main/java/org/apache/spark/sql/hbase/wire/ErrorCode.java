package org.apache.spark.sql.hbase.wire;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The stable codes of errors that leave the process. A code is never renamed and never changes its
 * kind.
 */
public enum ErrorCode {
  /** The message is not a sub-plan, or its parts contradict each other. */
  INVALID_PLAN(Kind.PLAN, "42000"),
  /** Bytes, nesting or counts above the limits of {@link SubPlans}. */
  PLAN_TOO_LARGE(Kind.PLAN, "54000"),
  UNSUPPORTED_PLAN_VERSION(Kind.PLAN, "0A000"),
  /** A required feature, field or enum value that this version does not know. */
  UNSUPPORTED_FEATURE(Kind.PLAN, "0A000"),
  /** A function, or a function for these argument types, that this engine does not compute. */
  UNSUPPORTED_FUNCTION(Kind.PLAN, "0A000"),

  /** A stored value does not decode as its column's type. */
  CORRUPT_VALUE(Kind.DATA, "22000"),
  /** A row key ends inside one of its parts. */
  ROW_KEY_TOO_SHORT(Kind.DATA, "22000"),
  /** A row key goes on after its last part. */
  ROW_KEY_TRAILING_BYTES(Kind.DATA, "22000"),
  /** More bytes than HBase takes. */
  ROW_KEY_TOO_LONG(Kind.DATA, "22000"),
  ROW_KEY_EMPTY(Kind.DATA, "22000"),
  /** A string in the row key contains U+0000. */
  NUL_IN_STRING_KEY(Kind.DATA, "22021"),
  /** A string in the row key contains the delimiter of its column. */
  DELIMITER_IN_KEY(Kind.DATA, "22021"),
  KEY_VALUE_LENGTH(Kind.DATA, "22026"),
  /** A value does not fit the column's type. */
  VALUE_OUT_OF_RANGE(Kind.DATA, "22003"),
  NULL_IN_ROW_KEY(Kind.DATA, "23502"),

  ARITHMETIC_OVERFLOW(Kind.DATA, "22003"),
  /** Spark's class for overflow of TINYINT and SMALLINT in {@code + - *}. */
  BINARY_ARITHMETIC_OVERFLOW(Kind.DATA, "22003"),
  DIVIDE_BY_ZERO(Kind.DATA, "22012"),
  REMAINDER_BY_ZERO(Kind.DATA, "22012"),
  /** Spark's {@code NUMERIC_VALUE_OUT_OF_RANGE}: a decimal does not fit its precision. */
  NUMERIC_VALUE_OUT_OF_RANGE(Kind.DATA, "22003"),
  /** Spark's class for a text with more digits than any decimal has. */
  NUMERIC_OUT_OF_SUPPORTED_RANGE(Kind.DATA, "22003"),
  CAST_OVERFLOW(Kind.DATA, "22003"),
  CAST_INVALID_INPUT(Kind.DATA, "22018"),
  DATETIME_OVERFLOW(Kind.DATA, "22008"),
  /** A text does not match the pattern of {@code to_timestamp} and its like. */
  CANNOT_PARSE_TIMESTAMP(Kind.DATA, "22007"),
  /** The fields of a date, such as month 13, name none. */
  DATETIME_FIELD_OUT_OF_BOUNDS(Kind.DATA, "22023"),
  /** {@code array[i]} outside the array. */
  INVALID_ARRAY_INDEX(Kind.DATA, "22003"),
  /** {@code element_at(array, i)} outside the array. */
  INVALID_ARRAY_INDEX_IN_ELEMENT_AT(Kind.DATA, "22003"),
  /** {@code element_at(array, 0)}. */
  INVALID_INDEX_OF_ZERO(Kind.DATA, "22003"),

  /** The memory for sub-plans is in use by others, or some rows take more of it or of time. */
  SERVER_OVERLOADED(Kind.SERVER, "53000"),
  /** Switched off by configuration. */
  COPROCESSOR_DISABLED(Kind.SERVER, "0A000"),
  /** A region answers with plain rows: no coprocessor is loaded there. */
  COPROCESSOR_MISSING(Kind.SERVER, "0A000"),
  /** The HBase cluster does not answer. Raised in the client only. */
  CLUSTER_UNREACHABLE(Kind.SERVER, "08001"),
  /** HBase wants to know who asks, and this process cannot prove it. Raised in the client only. */
  NOT_AUTHENTICATED(Kind.SERVER, "28000"),
  /** A result frame is damaged, or its parts contradict each other. */
  CORRUPT_FRAME(Kind.SERVER, "58030"),

  INTERNAL_ERROR(Kind.INTERNAL, "XX000");

  /** The cause of an error, which decides the remedy. */
  public enum Kind {
    /** The sub-plan is refused before any row is read: run it elsewhere. */
    PLAN,
    /** The stored data, or an expression over it: running elsewhere gives the same error. */
    DATA,
    /** This server, now: retry or run elsewhere. */
    SERVER,
    /** A defect of ours. */
    INTERNAL
  }

  private static final Map<String, ErrorCode> BY_NAME =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(ErrorCode::name, Function.identity()));

  private final Kind kind;
  private final String sqlState;

  ErrorCode(Kind kind, String sqlState) {
    this.kind = kind;
    this.sqlState = sqlState;
  }

  public Kind kind() {
    return kind;
  }

  /** The five characters of the SQL standard's SQLSTATE. */
  public String sqlState() {
    return sqlState;
  }

  /**
   * True where running the same engine in the client can give the answer that the server refused.
   */
  public boolean allowsFallback() {
    return kind == Kind.PLAN || kind == Kind.SERVER;
  }

  /** The code of that name; {@link #INTERNAL_ERROR} for a name that this version does not know. */
  public static ErrorCode ofName(String name) {
    return BY_NAME.getOrDefault(name, INTERNAL_ERROR);
  }
}
