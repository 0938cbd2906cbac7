package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * {@code Bytes.toBytes(boolean)}: 0xFF or 0x00; read like {@code Bytes.toBoolean}, any other byte
 * than 0x00 is true.
 */
final class HBaseBooleanCodec extends FixedCodec {
  HBaseBooleanCodec() {
    super(SqlType.BOOLEAN, ValueEncoding.HBASE, Byte.BYTES);
  }

  @Override
  public void get(byte[] bytes, int offset, ValueSink sink) {
    sink.putLong(bytes[offset] == 0 ? 0 : 1);
  }

  @Override
  public void encodeLong(long value, ByteBuilder out) {
    if (value != 0 && value != 1) {
      throw CodecException.outOfRange(type(), value);
    }
    out.appendByte((int) -value);
  }
}
