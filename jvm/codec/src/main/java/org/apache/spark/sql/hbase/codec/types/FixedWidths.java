package org.apache.spark.sql.hbase.codec.types;

/** Bytes of a value in binary form, and the bounds of the types held as {@code long}. */
public final class FixedWidths {
  private FixedWidths() {}

  /** Width of every type but those of {@link SqlType.Physical#BYTES}. */
  public static int of(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN, TINYINT -> Byte.BYTES;
      case SMALLINT -> Short.BYTES;
      case INT, FLOAT, DATE -> Integer.BYTES;
      case BIGINT, DOUBLE, TIMESTAMP, TIMESTAMP_NTZ -> Long.BYTES;
      case DECIMAL -> type.physical() == SqlType.Physical.LONG ? Long.BYTES : 2 * Long.BYTES;
      case STRING, BINARY, STRUCT, ARRAY, MAP ->
          throw new IllegalArgumentException(type + " has no fixed width");
    };
  }

  /** Smallest value of a type of {@link SqlType.Physical#LONG}. */
  public static long min(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> 0;
      case DECIMAL -> -max(type);
      default -> -max(type) - 1;
    };
  }

  /** Largest value of a type of {@link SqlType.Physical#LONG}. */
  public static long max(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> 1;
      case DECIMAL -> Decimals.powerOfTen(type.precision()) - 1;
      default -> Long.MAX_VALUE >> (Long.SIZE - of(type) * Byte.SIZE);
    };
  }
}
