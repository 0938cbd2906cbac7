package org.apache.spark.sql.hbase.engine.row;

import org.apache.spark.sql.hbase.codec.chunk.ChunkReader;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/** Appends whole columns of a chunk to vectors. */
final class ChunkColumns {
  private ChunkColumns() {}

  /**
   * Appends the values of all rows of the bound chunk.
   *
   * @throws org.apache.spark.sql.hbase.codec.types.CodecException when the bytes are not values of
   *     the column; then the vector must be truncated to the rows that it had
   */
  static void append(ChunkReader chunk, int column, ColumnVector to) {
    int rows = chunk.rowCount();
    to.ensureCapacity(to.size() + rows);
    int first = to.size();
    if (chunk.hasValues(column)) {
      appendValues(chunk, column, to);
    } else if (to.offsets != null) {
      to.appendEmptyUntil(first + rows);
    } else {
      to.addRows(rows);
    }
    if (chunk.nullCount(column) > 0) {
      chunk.readNulls(column, to.nulls, first);
      to.hasNulls = true;
    }
  }

  private static void appendValues(ChunkReader chunk, int column, ColumnVector to) {
    int first = to.size();
    switch (to.physical()) {
      case LONG -> chunk.readLongs(column, to.longs, first);
      case DOUBLE -> chunk.readDoubles(column, to.doubles, first);
      case DECIMAL128 -> chunk.readDecimals(column, to.highs, to.longs, first);
      case BYTES -> {
        to.spellOut();
        int base = to.offsets[first];
        chunk.readEnds(column, to.offsets, first + 1, base);
        int length = to.offsets[first + chunk.rowCount()] - base;
        to.ensureDataCapacity(length);
        System.arraycopy(chunk.array(), chunk.dataOffset(column), to.data, base, length);
      }
    }
    to.addRows(chunk.rowCount());
  }
}
