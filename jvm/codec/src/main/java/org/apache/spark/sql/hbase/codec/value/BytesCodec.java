package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/** STRING and BINARY: the bytes themselves, in every encoding. */
final class BytesCodec extends ValueCodec {
  BytesCodec(SqlType type, ValueEncoding encoding) {
    super(type, encoding);
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    sink.putBytes(bytes, offset, length);
  }

  @Override
  public void encodeBytes(byte[] bytes, int offset, int length, ByteBuilder out) {
    out.appendBytes(bytes, offset, length);
  }
}
