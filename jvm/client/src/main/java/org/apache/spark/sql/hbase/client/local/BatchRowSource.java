package org.apache.spark.sql.hbase.client.local;

import java.nio.ByteBuffer;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.row.RowSource;
import org.apache.spark.sql.hbase.wire.ArrowBatch;
import org.apache.spark.sql.hbase.wire.ArrowColumn;

/**
 * The rows of one batch, in row-key order. Row keys are not among its columns: the number of a row
 * stands for its row key. Not thread-safe.
 */
final class BatchRowSource implements RowSource {
  private final ArrowBatch rows;
  private int next;
  private long bytes;

  /**
   * @param rows has the columns of the sub-plan's table, in its order
   */
  BatchRowSource(ArrowBatch rows) {
    this.rows = rows;
  }

  @Override
  public Fill fill(ColumnBatch batch, long deadlineNanos) {
    int until = Math.min(rows.rowCount(), next + batch.capacity());
    while (next < until && !batch.isFull()) {
      for (int i = 0; i < batch.columnCount(); i++) {
        if (batch.column(i) != null) {
          append(rows.columns().get(i), next, batch.column(i));
        }
      }
      next++;
      batch.setRowCount(batch.rowCount() + 1);
    }
    return next == rows.rowCount() ? Fill.END : Fill.MORE;
  }

  private void append(ArrowColumn from, int row, ColumnVector to) {
    if (from.isNull(row)) {
      to.putNull();
      return;
    }
    switch (to.physical()) {
      case LONG -> to.putLong(from.getLong(row));
      case DOUBLE -> to.putDouble(from.getDouble(row));
      case DECIMAL128 -> to.putDecimal128(from.getDecimalHigh(row), from.getDecimalLow(row));
      case BYTES -> {
        int length = from.bytesLength(row);
        to.putBytes(from.data().array(), from.bytesStart(row), length);
        bytes += length;
      }
    }
  }

  @Override
  public byte[] lastRow() {
    return next == 0 ? null : ByteBuffer.allocate(Integer.BYTES).putInt(next).array();
  }

  /** There are no cells. */
  @Override
  public long cellsScanned() {
    return 0;
  }

  @Override
  public long bytesScanned() {
    return bytes;
  }
}
