package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * Phoenix's TIMESTAMP: milliseconds since 1970-01-01T00:00 UTC in 8 bytes, sign flipped, then the
 * nanoseconds of the millisecond in 4 bytes.
 */
final class PhoenixTimestampCodec extends FixedCodec {
  private static final int MICROS_PER_MILLI = 1_000;
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int NANOS_PER_MILLI = 1_000_000;
  private final long inverted;

  /**
   * Makes the codec of TIMESTAMP or TIMESTAMP_NTZ.
   *
   * @param inverted all bits set when the part is descending, else 0
   */
  PhoenixTimestampCodec(SqlType type, long inverted) {
    super(type, ValueEncoding.PHOENIX, Long.BYTES + Integer.BYTES);
    this.inverted = inverted;
  }

  @Override
  public void get(byte[] bytes, int offset, ValueSink sink) {
    long millis = BigEndian.getLong(bytes, offset) ^ Long.MIN_VALUE ^ inverted;
    int nanos = BigEndian.getInt(bytes, offset + Long.BYTES) ^ (int) inverted;
    if (nanos < 0 || nanos >= NANOS_PER_MILLI || nanos % NANOS_PER_MICRO != 0) {
      throw corrupt(
          "behind the milliseconds stand 0 to 999000 nanoseconds, whole microseconds",
          bytes,
          offset,
          width);
    }
    // Wraps around where the type ends.
    long micros = millis * MICROS_PER_MILLI + nanos / NANOS_PER_MICRO;
    if (Math.floorDiv(micros, MICROS_PER_MILLI) != millis) {
      throw corrupt("the type has no time so far from 1970", bytes, offset, width);
    }
    sink.putLong(micros);
  }

  @Override
  public void encodeLong(long value, ByteBuilder out) {
    out.appendLong(Math.floorDiv(value, MICROS_PER_MILLI) ^ Long.MIN_VALUE ^ inverted);
    out.appendInt((Math.floorMod(value, MICROS_PER_MILLI) * NANOS_PER_MICRO) ^ (int) inverted);
  }
}
