package org.apache.spark.sql.hbase.wire;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Arrow IPC streams of one schema, one record batch and the end mark. They are written and read
 * without Arrow's memory classes, by its flatbuffers and plain arrays only. Any Arrow
 * implementation reads what {@link #write} makes; {@link #read} takes only such streams: no
 * dictionaries, no compression, no second batch.
 */
public final class ArrowBatches {
  private ArrowBatches() {}

  /**
   * @param rows rows of the batch; each column has that length
   * @return the stream; a multiple of 8 bytes
   */
  public static byte[] write(List<String> names, List<ArrowColumn> columns, int rows) {
    ArrowStreamWriter stream = writer(names, columns, rows);
    ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(stream.size()));
    stream.writeTo(out);
    return out.array();
  }

  static ArrowStreamWriter writer(List<String> names, List<ArrowColumn> columns, int rows) {
    if (names.size() != columns.size()) {
      throw new IllegalArgumentException(
          names.size() + " names for " + columns.size() + " columns");
    }
    for (ArrowColumn column : columns) {
      if (column.length() != rows) {
        throw new IllegalArgumentException(
            "a column of " + column.length() + " rows in a batch of " + rows);
      }
    }
    return new ArrowStreamWriter(names, columns, rows);
  }

  /**
   * Every length and offset is checked against the bytes that are there.
   *
   * @return columns that share {@code bytes}
   * @throws FrameException if the bytes are not such a stream
   */
  public static ArrowBatch read(byte[] bytes, int offset, int length) {
    return new ArrowStreamReader(new ByteSlice(bytes, offset, length)).read();
  }
}
