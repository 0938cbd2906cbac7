package org.apache.spark.sql.hbase.codec.packed;

import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.codec.value.ValueCodec;

/** NESTED: the binary form itself. Not thread-safe. */
public final class NestedCodec extends ValueCodec {
  private final NestedReader reader;

  public NestedCodec(SqlType type) {
    super(type, ValueEncoding.NESTED);
    this.reader = NestedReader.of(type);
  }

  @Override
  public void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    reader.check(bytes, offset, length);
    sink.putBytes(bytes, offset, length);
  }

  /** The bytes are those of a {@link NestedWriter}. */
  @Override
  public void encodeBytes(byte[] bytes, int offset, int length, ByteBuilder out) {
    out.appendBytes(bytes, offset, length);
  }
}
