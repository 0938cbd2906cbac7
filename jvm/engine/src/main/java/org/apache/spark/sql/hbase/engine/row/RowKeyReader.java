package org.apache.spark.sql.hbase.engine.row;

import java.util.List;
import org.apache.spark.sql.hbase.codec.CodecException;
import org.apache.spark.sql.hbase.codec.RowKeyCodec;
import org.apache.spark.sql.hbase.codec.ValueSink;

/** Decodes the parts of the row key that are looked at. Not thread-safe. */
final class RowKeyReader {
  private final RowKeyCodec codec;
  private final ValueSink[] sinks;
  private final List<String> names;

  /**
   * @param sinks per part, null for a part that is not looked at
   * @param names per part, for errors
   */
  RowKeyReader(RowKeyCodec codec, ValueSink[] sinks, List<String> names) {
    this.codec = codec;
    this.sinks = sinks;
    this.names = names;
  }

  void read(byte[] row, int offset, int length) {
    try {
      codec.decode(row, offset, length, sinks);
    } catch (CodecException e) {
      throw e.keyPart() < 0 ? e : e.withColumn(names.get(e.keyPart()));
    }
  }
}
