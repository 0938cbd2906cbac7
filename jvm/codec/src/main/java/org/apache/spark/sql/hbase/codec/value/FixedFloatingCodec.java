package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.FixedWidths;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * FLOAT and DOUBLE in 4 and 8 bytes: IEEE 754 bits as they are (HBASE), or with their order made
 * the order of bytes (ORDERED). Then the sign is flipped for positive numbers, all bits for
 * negative ones. One more than that is PHOENIX. Every NaN is written as the canonical one, which
 * these two place after infinity; -0.0 keeps its bits.
 */
final class FixedFloatingCodec extends FixedCodec {
  private final boolean ordered;
  private final long inverted;

  /** The number that Phoenix adds to the ordered bits. */
  private final int added;

  /**
   * Makes the codec of FLOAT or DOUBLE.
   *
   * @param inverted all bits set when the part is descending, else 0
   */
  FixedFloatingCodec(SqlType type, ValueEncoding encoding, long inverted) {
    super(type, encoding, FixedWidths.of(type));
    this.ordered = encoding != ValueEncoding.HBASE;
    this.added = encoding == ValueEncoding.PHOENIX ? 1 : 0;
    this.inverted = inverted;
  }

  @Override
  public void get(byte[] bytes, int offset, ValueSink sink) {
    if (width == Float.BYTES) {
      int bits = (BigEndian.getInt(bytes, offset) ^ (int) inverted) - added;
      if (ordered) {
        bits ^= ~bits >> 31 | Integer.MIN_VALUE;
      }
      sink.putDouble(Float.intBitsToFloat(bits));
    } else {
      long bits = (BigEndian.getLong(bytes, offset) ^ inverted) - added;
      if (ordered) {
        bits ^= ~bits >> 63 | Long.MIN_VALUE;
      }
      sink.putDouble(Double.longBitsToDouble(bits));
    }
  }

  @Override
  public void encodeDouble(double value, ByteBuilder out) {
    if (width == Float.BYTES) {
      int bits = Float.floatToIntBits(exactFloat(value));
      if (ordered) {
        bits ^= bits >> 31 | Integer.MIN_VALUE;
      }
      out.appendInt((bits + added) ^ (int) inverted);
    } else {
      long bits = Double.doubleToLongBits(value);
      if (ordered) {
        bits ^= bits >> 63 | Long.MIN_VALUE;
      }
      out.appendLong((bits + added) ^ inverted);
    }
  }

  /** The float that a widened FLOAT came from. */
  static float exactFloat(double value) {
    float narrowed = (float) value;
    if (narrowed != value && !Double.isNaN(value)) {
      throw CodecException.outOfRange(SqlType.FLOAT, value);
    }
    return narrowed;
  }
}
