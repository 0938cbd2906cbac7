package org.apache.spark.sql.hbase.wire;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The stable codes of errors that leave the process. A code is never renamed and never changes its
 * kind. The comment of a code says what is wrong and, in its second paragraph, what to do; both go
 * to docs/ERRORS.md. Codes of values have both in {@code CodecException.Code}.
 */
public enum ErrorCode {
  /**
   * The bytes are no sub-plan, or its parts contradict each other.
   *
   * <p>Build it with SubPlan. A sub-plan that Spark's planner made is a defect of ours: please
   * report it.
   */
  INVALID_PLAN(Kind.PLAN, "42000"),
  /**
   * The sub-plan has more than 1 MiB, or is nested deeper than 100.
   *
   * <p>Shorten lists of literals.
   */
  PLAN_TOO_LARGE(Kind.PLAN, "54000"),
  /**
   * The server does not know the format version of the sub-plan.
   *
   * <p>Upgrade the jar of the servers first: pyspark-hbase deploy.
   */
  UNSUPPORTED_PLAN_VERSION(Kind.PLAN, "0A000"),
  /**
   * The sub-plan requires a feature, a field or an enum value that the server does not know, or
   * rules of Java that it has not.
   *
   * <p>Upgrade the jar of the servers first: pyspark-hbase deploy. pyspark-hbase doctor compares
   * releases of Java.
   */
  UNSUPPORTED_FEATURE(Kind.PLAN, "0A000"),
  /**
   * The engine does not compute this function, or not for arguments of these types.
   *
   * <p>Upgrade the jar of the servers first: pyspark-hbase deploy. Or compute the function in
   * Spark.
   */
  UNSUPPORTED_FUNCTION(Kind.PLAN, "0A000"),

  /** A stored value does not decode as its column's type. */
  CORRUPT_VALUE(Kind.DATA, "22000"),
  /** A row key ends inside one of its parts. */
  ROW_KEY_TOO_SHORT(Kind.DATA, "22000"),
  /** A row key goes on after its last part. */
  ROW_KEY_TRAILING_BYTES(Kind.DATA, "22000"),
  /** More bytes than HBase takes. */
  ROW_KEY_TOO_LONG(Kind.DATA, "22001"),
  ROW_KEY_EMPTY(Kind.DATA, "22000"),
  /** A string in the row key contains U+0000. */
  NUL_IN_STRING_KEY(Kind.DATA, "22021"),
  /** A string in the row key contains the delimiter of its column. */
  DELIMITER_IN_KEY(Kind.DATA, "22021"),
  KEY_VALUE_LENGTH(Kind.DATA, "22026"),
  /** A value does not fit the column's type. */
  VALUE_OUT_OF_RANGE(Kind.DATA, "22003"),
  NULL_IN_ROW_KEY(Kind.DATA, "23502"),

  /**
   * The result of an operation does not fit its type.
   *
   * <p>Cast an operand to a wider type.
   */
  ARITHMETIC_OVERFLOW(Kind.DATA, "22003"),
  /**
   * The result of +, - or * of TINYINT or SMALLINT does not fit its type.
   *
   * <p>Cast an operand to a wider type.
   */
  BINARY_ARITHMETIC_OVERFLOW(Kind.DATA, "22003"),
  /**
   * The divisor is 0.
   *
   * <p>Write nullif(divisor, 0) to get NULL.
   */
  DIVIDE_BY_ZERO(Kind.DATA, "22012"),
  /**
   * The divisor of a remainder is 0.
   *
   * <p>Write nullif(divisor, 0) to get NULL.
   */
  REMAINDER_BY_ZERO(Kind.DATA, "22012"),
  /**
   * A decimal does not fit the precision of its type.
   *
   * <p>Cast an operand to a DECIMAL with more digits.
   */
  NUMERIC_VALUE_OUT_OF_RANGE(Kind.DATA, "22003"),
  /**
   * A text has more digits than any decimal holds.
   *
   * <p>Use try_cast to get NULL.
   */
  NUMERIC_OUT_OF_SUPPORTED_RANGE(Kind.DATA, "22003"),
  /**
   * A value does not fit the type that it is cast to.
   *
   * <p>Use try_cast to get NULL, or cast to a wider type.
   */
  CAST_OVERFLOW(Kind.DATA, "22003"),
  /**
   * A text is no value of the type that it is cast to.
   *
   * <p>Use try_cast to get NULL.
   */
  CAST_INVALID_INPUT(Kind.DATA, "22018"),
  /**
   * A date or timestamp leaves the range of its type, about 290,000 years around 1970.
   *
   * <p>Filter such rows out.
   */
  DATETIME_OVERFLOW(Kind.DATA, "22008"),
  /**
   * A text does not match the pattern of to_timestamp, to_date or their like.
   *
   * <p>Use try_to_timestamp to get NULL.
   */
  CANNOT_PARSE_TIMESTAMP(Kind.DATA, "22007"),
  /**
   * The fields of a date name no day, such as month 13.
   *
   * <p>Correct the fields. Spark without ANSI mode gives NULL.
   */
  DATETIME_FIELD_OUT_OF_BOUNDS(Kind.DATA, "22023"),
  /**
   * array[i] asks for an element outside the array.
   *
   * <p>Use get(array, i) to get NULL.
   */
  INVALID_ARRAY_INDEX(Kind.DATA, "22003"),
  /**
   * element_at(array, i) asks for an element outside the array.
   *
   * <p>Use try_element_at to get NULL.
   */
  INVALID_ARRAY_INDEX_IN_ELEMENT_AT(Kind.DATA, "22003"),
  /**
   * element_at(array, 0) has no meaning, because its positions count from 1.
   *
   * <p>Use positions from 1, or from -1 for the end.
   */
  INVALID_INDEX_OF_ZERO(Kind.DATA, "22003"),

  /**
   * Other sub-plans hold the memory of the server or keep it busy. Or some rows need too much
   * memory or time for the server.
   *
   * <p>Spark computes the rows; nothing needs to be done. To help, raise
   * hbase.sparksql.memory.fraction, or use a simpler regular expression or shorter values.
   */
  SERVER_OVERLOADED(Kind.SERVER, "53000"),
  /**
   * The setting hbase.sparksql.enabled is false, or something is missing that the coprocessor
   * calls.
   *
   * <p>Run pyspark-hbase enable TABLE, if that is not wanted. If the problem names a class or a
   * method, use a release of COMPATIBILITY.md and deploy the whole jar.
   */
  COPROCESSOR_DISABLED(Kind.SERVER, "0A000"),
  /**
   * A region answers with plain rows, because no coprocessor is loaded there.
   *
   * <p>Run pyspark-hbase status TABLE, which says where and why. Then run pyspark-hbase deploy
   * TABLE.
   */
  COPROCESSOR_MISSING(Kind.SERVER, "0A000"),
  /**
   * HBase, or the Thrift gateway, does not answer.
   *
   * <p>Check the address, then whether it runs.
   */
  CLUSTER_UNREACHABLE(Kind.SERVER, "08001"),
  /**
   * HBase asks for Kerberos, and this process has neither ticket nor token, or one that HBase
   * refuses.
   *
   * <p>Run kinit, or give Spark --principal and --keytab; see SECURITY.md, "Kerberos and TLS".
   */
  NOT_AUTHENTICATED(Kind.SERVER, "28000"),
  /**
   * A result frame is damaged, or its parts contradict each other.
   *
   * <p>Repeat the query. If the error comes again, compare the versions of client and servers:
   * pyspark-hbase doctor.
   */
  CORRUPT_FRAME(Kind.SERVER, "58030"),

  /**
   * The engine failed. This is a defect of ours.
   *
   * <p>Please report it, with the line and the log of the region server.
   */
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
