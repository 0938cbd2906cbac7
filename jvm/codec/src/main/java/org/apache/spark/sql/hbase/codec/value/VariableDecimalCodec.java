package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.Decimals;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;

/** DECIMAL in encodings whose values differ in length. */
abstract class VariableDecimalCodec extends ValueCodec {
  VariableDecimalCodec(SqlType type, ValueEncoding encoding) {
    super(type, encoding);
  }

  /** Appends an unscaled value that the type can hold. */
  abstract void encode(long high, long low, ByteBuilder out);

  @Override
  public final void encodeLong(long value, ByteBuilder out) {
    if (type().physical() != SqlType.Physical.LONG) {
      super.encodeLong(value, out);
    }
    encodeChecked(value >> (Long.SIZE - 1), value, out);
  }

  @Override
  public final void encodeDecimal128(long high, long low, ByteBuilder out) {
    if (type().physical() != SqlType.Physical.DECIMAL128) {
      super.encodeDecimal128(high, low, out);
    }
    encodeChecked(high, low, out);
  }

  private void encodeChecked(long high, long low, ByteBuilder out) {
    if (!Decimals.fits(high, low, type().precision())) {
      throw CodecException.outOfRange(
          type(), Decimals.toBigDecimal(high, low, type().scale()).toPlainString());
    }
    encode(high, low, out);
  }
}
