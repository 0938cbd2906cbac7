package org.apache.spark.sql.hbase.coprocessor.direct;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;

/**
 * Stands for the scanner of a region in a text case. It has the keys of all rows, and says which of
 * them it was asked for. What HBase's scanner makes of their cells is tested with a region.
 */
final class ListedScanner implements ScannerRowSource {
  private final List<byte[]> rows;
  private final List<String> lines;
  private int next;
  private byte[] lastRow;

  /**
   * @param from first row; an empty one for the first of all
   * @param to first row that is not read any more; an empty one for none
   */
  ListedScanner(List<byte[]> rows, byte[] from, byte[] to, List<String> lines) {
    this.rows =
        rows.stream()
            .filter(row -> Arrays.compareUnsigned(row, from) >= 0)
            .filter(row -> to.length == 0 || Arrays.compareUnsigned(row, to) < 0)
            .toList();
    this.lines = lines;
  }

  @Override
  public void skipTo(byte[] row) {
    while (next < rows.size() && Arrays.compareUnsigned(rows.get(next), row) < 0) {
      next++;
    }
  }

  @Override
  public Fill fill(ColumnBatch batch, long deadlineNanos) {
    while (next < rows.size() && !batch.isFull()) {
      deliver(batch);
    }
    return next == rows.size() ? Fill.END : Fill.MORE;
  }

  @Override
  public Fill fillThrough(ColumnBatch batch, byte[] row, long deadlineNanos) {
    while (next < rows.size() && Arrays.compareUnsigned(rows.get(next), row) <= 0) {
      if (batch.isFull()) {
        return Fill.MORE;
      }
      deliver(batch);
    }
    return Fill.END;
  }

  private void deliver(ColumnBatch batch) {
    lastRow = rows.get(next++);
    lines.add(new String(lastRow, StandardCharsets.US_ASCII) + " by scanner");
    batch.setRowCount(batch.rowCount() + 1);
  }

  @Override
  public byte[] lastRow() {
    return lastRow;
  }

  @Override
  public long cellsScanned() {
    return 0;
  }

  @Override
  public long bytesScanned() {
    return 0;
  }

  @Override
  public void release() {}

  @Override
  public void close() {}
}
