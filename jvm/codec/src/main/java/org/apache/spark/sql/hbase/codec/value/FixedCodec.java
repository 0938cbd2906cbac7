package org.apache.spark.sql.hbase.codec.value;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;

/**
 * A codec whose values all have the same number of bytes, so that they can stand anywhere in a row
 * key.
 */
public abstract class FixedCodec extends ValueCodec {
  public final int width;

  FixedCodec(SqlType type, ValueEncoding encoding, int width) {
    super(type, encoding);
    this.width = width;
  }

  /**
   * Reads the value at {@code offset}; the caller has made sure that {@link #width} bytes are
   * there.
   */
  public abstract void get(byte[] bytes, int offset, ValueSink sink);

  @Override
  public final void decode(byte[] bytes, int offset, int length, ValueSink sink) {
    if (length != width) {
      throw corrupt("a value has exactly " + width + " bytes", bytes, offset, length);
    }
    get(bytes, offset, sink);
  }
}
