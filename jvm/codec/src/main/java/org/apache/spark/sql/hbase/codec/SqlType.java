package org.apache.spark.sql.hbase.codec;

import java.util.Objects;

/**
 * A SQL type as the codecs and the engine know it. Immutable.
 *
 * @param kind which type
 * @param precision DECIMAL only, 1 to 38, else 0
 * @param scale DECIMAL only, 0 to precision, else 0
 */
public record SqlType(Kind kind, int precision, int scale) {
  public static final int MAX_PRECISION = 38;

  /** The largest precision whose unscaled values fit a {@code long}. */
  public static final int MAX_LONG_PRECISION = 18;

  public static final SqlType BOOLEAN = new SqlType(Kind.BOOLEAN, 0, 0);
  public static final SqlType TINYINT = new SqlType(Kind.TINYINT, 0, 0);
  public static final SqlType SMALLINT = new SqlType(Kind.SMALLINT, 0, 0);
  public static final SqlType INT = new SqlType(Kind.INT, 0, 0);
  public static final SqlType BIGINT = new SqlType(Kind.BIGINT, 0, 0);
  public static final SqlType FLOAT = new SqlType(Kind.FLOAT, 0, 0);
  public static final SqlType DOUBLE = new SqlType(Kind.DOUBLE, 0, 0);
  public static final SqlType STRING = new SqlType(Kind.STRING, 0, 0);
  public static final SqlType BINARY = new SqlType(Kind.BINARY, 0, 0);
  public static final SqlType DATE = new SqlType(Kind.DATE, 0, 0);
  public static final SqlType TIMESTAMP = new SqlType(Kind.TIMESTAMP, 0, 0);
  public static final SqlType TIMESTAMP_NTZ = new SqlType(Kind.TIMESTAMP_NTZ, 0, 0);

  /** The SQL types, in the order of the wire's {@code TypeKind}. */
  public enum Kind {
    BOOLEAN,
    TINYINT,
    SMALLINT,
    INT,
    BIGINT,
    FLOAT,
    DOUBLE,
    DECIMAL,
    STRING,
    BINARY,
    DATE,
    TIMESTAMP,
    TIMESTAMP_NTZ
  }

  /** How values are held in memory, in vectors and in {@link ValueSink}. */
  public enum Physical {
    /**
     * BOOLEAN (0 or 1), integers, DATE (days), timestamps (microseconds), DECIMAL up to 18 digits
     * (unscaled).
     */
    LONG,
    /** FLOAT (widened without loss) and DOUBLE. */
    DOUBLE,
    /**
     * DECIMAL of more than 18 digits: unscaled 128-bit two's complement, as high and low 64 bits.
     */
    DECIMAL128,
    /** STRING (UTF-8) and BINARY. */
    BYTES
  }

  public SqlType {
    Objects.requireNonNull(kind, "kind");
    boolean legal =
        kind == Kind.DECIMAL
            ? precision >= 1 && precision <= MAX_PRECISION && scale >= 0 && scale <= precision
            : precision == 0 && scale == 0;
    if (!legal) {
      throw new IllegalArgumentException(
          "not a SQL type: " + kind + "(" + precision + "," + scale + ")");
    }
  }

  public static SqlType decimal(int precision, int scale) {
    return new SqlType(Kind.DECIMAL, precision, scale);
  }

  public Physical physical() {
    return switch (kind) {
      case FLOAT, DOUBLE -> Physical.DOUBLE;
      case STRING, BINARY -> Physical.BYTES;
      case DECIMAL -> precision <= MAX_LONG_PRECISION ? Physical.LONG : Physical.DECIMAL128;
      default -> Physical.LONG;
    };
  }

  /** Spark's SQL spelling, for messages: {@code INT}, {@code DECIMAL(12,2)}. */
  @Override
  public String toString() {
    return kind == Kind.DECIMAL ? "DECIMAL(" + precision + "," + scale + ")" : kind.name();
  }
}
