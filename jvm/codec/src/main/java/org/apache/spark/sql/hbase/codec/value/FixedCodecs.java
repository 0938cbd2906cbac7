package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;

/** Makes the codecs whose values all have the same number of bytes. */
public final class FixedCodecs {
  private FixedCodecs() {}

  /**
   * ORDERED: numbers with their sign flipped, floating point numbers in total order.
   *
   * @param descending all bytes inverted, so that byte order is the reverse of value order; row
   *     keys only
   */
  public static FixedCodec ordered(SqlType type, boolean descending) {
    long inverted = descending ? -1L : 0L;
    return switch (type.kind()) {
      case BOOLEAN -> new FixedLongCodec(type, ValueEncoding.ORDERED, inverted);
      case FLOAT, DOUBLE -> new FixedFloatingCodec(type, ValueEncoding.ORDERED, inverted);
      case DECIMAL ->
          type.physical() == SqlType.Physical.LONG
              ? new FixedLongCodec(type, ValueEncoding.ORDERED, Long.MIN_VALUE ^ inverted)
              : new FixedDecimal128Codec(type, inverted);
      default -> {
        long sign = 1L << (FixedWidths.of(type) * Byte.SIZE - 1);
        yield new FixedLongCodec(type, ValueEncoding.ORDERED, sign ^ inverted);
      }
    };
  }

  /**
   * PHOENIX, every type but DECIMAL: as ORDERED, except where Phoenix has other bytes.
   *
   * @param descending as for {@link #ordered}
   */
  public static FixedCodec phoenix(SqlType type, boolean descending) {
    long inverted = descending ? -1L : 0L;
    return switch (type.kind()) {
      case BOOLEAN -> new FixedLongCodec(type, ValueEncoding.PHOENIX, inverted);
      case FLOAT, DOUBLE -> new FixedFloatingCodec(type, ValueEncoding.PHOENIX, inverted);
      case DATE -> new PhoenixDateCodec(inverted);
      case TIMESTAMP, TIMESTAMP_NTZ -> new PhoenixTimestampCodec(type, inverted);
      default -> {
        long sign = 1L << (FixedWidths.of(type) * Byte.SIZE - 1);
        yield new FixedLongCodec(type, ValueEncoding.PHOENIX, sign ^ inverted);
      }
    };
  }

  /**
   * HBASE: {@code Bytes.toBytes} of the integer kinds, dates, timestamps and floating point
   * numbers.
   */
  static FixedCodec hbase(SqlType type) {
    return type.physical() == SqlType.Physical.DOUBLE
        ? new FixedFloatingCodec(type, ValueEncoding.HBASE, 0)
        : new FixedLongCodec(type, ValueEncoding.HBASE, 0);
  }
}
