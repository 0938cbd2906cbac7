package org.apache.spark.sql.hbase.codec.types;

import java.util.List;
import java.util.Objects;

/**
 * A SQL type as the codecs and the engine know it. Immutable.
 *
 * @param kind which type
 * @param precision DECIMAL only, 1 to 38, else 0
 * @param scale DECIMAL only, 0 to precision, else 0
 * @param fields STRUCT: its fields in order, at least one; ARRAY: {@code element}; MAP: {@code key}
 *     and {@code value}; else empty
 */
public record SqlType(Kind kind, int precision, int scale, List<Field> fields) {
  /** Types inside one another, a type that holds none counting 1. */
  public static final int MAX_DEPTH = 32;

  /** The most that the two bytes of a packed cell can count. */
  public static final int MAX_STRUCT_FIELDS = 0xFFFF;

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
    TIMESTAMP_NTZ,
    STRUCT,
    ARRAY,
    MAP
  }

  /**
   * A type inside another.
   *
   * @param name of a STRUCT's field; names of a STRUCT may repeat
   */
  public record Field(String name, SqlType type) {
    public Field {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(type, "type");
    }
  }

  /** The form of values in memory, in vectors and in {@link ValueSink}. */
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
    /** STRING (UTF-8), BINARY, and nested values in their binary form: {@code NestedReader}. */
    BYTES
  }

  public SqlType {
    Objects.requireNonNull(kind, "kind");
    fields = List.copyOf(fields);
    boolean legal =
        kind == Kind.DECIMAL
            ? precision >= 1 && precision <= MAX_PRECISION && scale >= 0 && scale <= precision
            : precision == 0 && scale == 0;
    if (!legal) {
      throw new IllegalArgumentException(
          "not a SQL type: " + kind + "(" + precision + "," + scale + ")");
    }
    checkFields(kind, fields);
  }

  /** A type without parts. */
  public SqlType(Kind kind, int precision, int scale) {
    this(kind, precision, scale, List.of());
  }

  public static SqlType decimal(int precision, int scale) {
    return new SqlType(Kind.DECIMAL, precision, scale);
  }

  public static SqlType struct(List<Field> fields) {
    return new SqlType(Kind.STRUCT, 0, 0, fields);
  }

  public static SqlType array(SqlType element) {
    return new SqlType(Kind.ARRAY, 0, 0, List.of(new Field("element", element)));
  }

  public static SqlType map(SqlType key, SqlType value) {
    return new SqlType(Kind.MAP, 0, 0, List.of(new Field("key", key), new Field("value", value)));
  }

  private static void checkFields(Kind kind, List<Field> fields) {
    boolean legal =
        switch (kind) {
          case STRUCT -> !fields.isEmpty() && fields.size() <= MAX_STRUCT_FIELDS;
          case ARRAY -> fields.size() == 1;
          case MAP -> fields.size() == 2;
          default -> fields.isEmpty();
        };
    if (!legal) {
      throw new IllegalArgumentException("not a SQL type: " + kind + " of " + fields.size());
    }
    for (Field field : fields) {
      if (field.type.depth() >= MAX_DEPTH) {
        throw new IllegalArgumentException("more than " + MAX_DEPTH + " types inside one another");
      }
    }
  }

  /** True for STRUCT, ARRAY and MAP. */
  public boolean isNested() {
    return !fields.isEmpty();
  }

  /** Returns the number of types nested in one another, this type included. */
  public int depth() {
    int deepest = 0;
    for (Field field : fields) {
      deepest = Math.max(deepest, field.type.depth());
    }
    return deepest + 1;
  }

  /** Type of a part of a nested type. */
  public SqlType fieldType(int position) {
    return fields.get(position).type();
  }

  public Physical physical() {
    return switch (kind) {
      case FLOAT, DOUBLE -> Physical.DOUBLE;
      case STRING, BINARY, STRUCT, ARRAY, MAP -> Physical.BYTES;
      case DECIMAL -> precision <= MAX_LONG_PRECISION ? Physical.LONG : Physical.DECIMAL128;
      default -> Physical.LONG;
    };
  }

  /**
   * Spark's SQL spelling: {@code INT}, {@code DECIMAL(12,2)}, {@code STRUCT<`a`: INT>}. Names of
   * fields are always quoted, so that any can be read back.
   */
  @Override
  public String toString() {
    return switch (kind) {
      case DECIMAL -> "DECIMAL(" + precision + "," + scale + ")";
      case ARRAY -> "ARRAY<" + fieldType(0) + ">";
      case MAP -> "MAP<" + fieldType(0) + ", " + fieldType(1) + ">";
      case STRUCT -> {
        StringBuilder text = new StringBuilder("STRUCT<");
        for (int i = 0; i < fields.size(); i++) {
          String name = fields.get(i).name().replace("`", "``");
          text.append(i == 0 ? "`" : ", `").append(name).append("`: ").append(fieldType(i));
        }
        yield text.append('>').toString();
      }
      default -> kind.name();
    };
  }
}
