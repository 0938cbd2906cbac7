package org.apache.spark.sql.hbase.engine.expression.text;

import org.apache.spark.sql.hbase.codec.types.SqlType;

/**
 * The units that positions in a text count: code points of a STRING, bytes of a BINARY. Immutable.
 */
final class TextUnits {
  private final boolean inBytes;

  TextUnits(SqlType type) {
    this.inBytes = type.equals(SqlType.BINARY);
  }

  /** The number of units between two offsets. */
  int count(byte[] data, int start, int end) {
    return inBytes ? end - start : Utf8.length(data, start, end);
  }

  /** The offset behind so many units; {@code end} where there are fewer, {@code start} for none. */
  int skip(byte[] data, int start, int end, long count) {
    return inBytes
        ? (int) Math.min(end, start + Math.max(count, 0))
        : Utf8.skip(data, start, end, count);
  }
}
