package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * ORDERED DECIMAL of more than 18 digits: the unscaled value in 16 bytes, big-endian, sign flipped.
 */
final class FixedDecimal128Codec extends FixedCodec {
  private final long highXor;
  private final long lowXor;
  private final int precision;

  /**
   * Makes the codec of a type of {@link SqlType.Physical#DECIMAL128}.
   *
   * @param inverted all bits set when the part is descending, else 0
   */
  FixedDecimal128Codec(SqlType type, long inverted) {
    super(type, ValueEncoding.ORDERED, FixedWidths.of(type));
    this.highXor = Long.MIN_VALUE ^ inverted;
    this.lowXor = inverted;
    this.precision = type.precision();
  }

  @Override
  public void get(byte[] bytes, int offset, ValueSink sink) {
    long high = BigEndian.getLong(bytes, offset) ^ highXor;
    long low = BigEndian.getLong(bytes, offset + Long.BYTES) ^ lowXor;
    if (!Decimals.fits(high, low, precision)) {
      throw corrupt(
          "the unscaled value has more than " + precision + " digits", bytes, offset, width);
    }
    sink.putDecimal128(high, low);
  }

  @Override
  public void encodeDecimal128(long high, long low, ByteBuilder out) {
    if (!Decimals.fits(high, low, precision)) {
      throw CodecException.outOfRange(
          type(), Decimals.toBigDecimal(high, low, type().scale()).toPlainString());
    }
    out.appendLong(high ^ highXor).appendLong(low ^ lowXor);
  }
}
