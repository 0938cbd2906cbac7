package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Phoenix's DATE where it is the start of a day: milliseconds since 1970-01-01T00:00 UTC in 8
 * bytes, sign flipped.
 */
final class PhoenixDateCodec extends FixedCodec {
  private static final long MILLIS_PER_DAY = 86_400_000L;
  private final long xor;

  /**
   * Makes the codec.
   *
   * @param inverted all bits set when the part is descending, else 0
   */
  PhoenixDateCodec(long inverted) {
    super(SqlType.DATE, ValueEncoding.PHOENIX, Long.BYTES);
    this.xor = Long.MIN_VALUE ^ inverted;
  }

  @Override
  public void get(byte[] bytes, int offset, ValueSink sink) {
    long millis = BigEndian.getLong(bytes, offset) ^ xor;
    long day = millis / MILLIS_PER_DAY;
    if (day != (int) day || day * MILLIS_PER_DAY != millis) {
      throw corrupt(
          "it is a time of the day, or beyond all days; declare the column as BIGINT in encoding ORDERED, which are "
              + "its milliseconds",
          bytes,
          offset,
          width);
    }
    sink.putLong(day);
  }

  @Override
  public void encodeLong(long value, ByteBuilder out) {
    if (value != (int) value) {
      throw CodecException.outOfRange(type(), value);
    }
    out.appendLong((value * MILLIS_PER_DAY) ^ xor);
  }
}
