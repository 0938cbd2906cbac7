package org.apache.spark.sql.hbase.codec.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * {@code Bytes.toBytes(BigDecimal)}: the scale in 4 bytes, then the unscaled value in the fewest
 * bytes of two's complement. Values of another scale than the column's are read when the column can
 * hold them exactly.
 */
final class HBaseDecimalCodec extends VariableDecimalCodec {
  /**
   * Far beyond any value of 38 digits; keeps the work bounded on bytes that are no decimal at all.
   */
  private static final int MAX_UNSCALED_BYTES = 64;

  HBaseDecimalCodec(SqlType type) {
    super(type, ValueEncoding.HBASE);
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    int unscaledLength = length - Integer.BYTES;
    if (unscaledLength < 1 || unscaledLength > MAX_UNSCALED_BYTES) {
      throw corrupt("a value has 5 to 68 bytes", bytes, offset, length);
    }
    int scale = BigEndian.getInt(bytes, offset);
    int start = offset + Integer.BYTES;
    boolean fits;
    if (scale == type().scale() && unscaledLength <= 2 * Long.BYTES) {
      long high = bytes[start] >> Byte.SIZE;
      long low = high;
      for (int i = start; i < start + unscaledLength; i++) {
        high = (high << Byte.SIZE) | (low >>> (Long.SIZE - Byte.SIZE));
        low = (low << Byte.SIZE) | (bytes[i] & 0xFF);
      }
      fits = Decimals.put(high, low, type(), sink);
    } else {
      fits =
          Decimals.put(
              new BigDecimal(new BigInteger(bytes, start, unscaledLength), scale), type(), sink);
    }
    if (!fits) {
      throw corrupt("the type cannot hold the decimal exactly", bytes, offset, length);
    }
  }

  @Override
  void encode(long high, long low, ByteBuilder out) {
    out.appendInt(type().scale());
    for (int i = minimalLength(high, low) - 1; i >= 0; i--) {
      out.appendByte(
          (int)
              (i >= Long.BYTES ? high >> ((i - Long.BYTES) * Byte.SIZE) : low >> (i * Byte.SIZE)));
    }
  }

  /** Bytes that two's complement needs, at least one. */
  private static int minimalLength(long high, long low) {
    long sign = high >> (Long.SIZE - 1);
    int bits =
        high == low >> (Long.SIZE - 1)
            ? Long.SIZE - Long.numberOfLeadingZeros(low ^ sign)
            : 2 * Long.SIZE - Long.numberOfLeadingZeros(high ^ sign);
    return bits / Byte.SIZE + 1;
  }
}
