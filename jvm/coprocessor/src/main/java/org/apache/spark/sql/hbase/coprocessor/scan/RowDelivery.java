package org.apache.spark.sql.hbase.coprocessor.scan;

import java.util.Arrays;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.filter.CellFeeder;

/** Decodes rows of cells into the batch at hand, and knows the last row. Not thread-safe. */
final class RowDelivery {
  private final Function<ColumnBatch, RowDecoder> decoders;
  private final CellFeeder feeder = new CellFeeder();

  private ColumnBatch batch;
  private RowDecoder decoder;
  private boolean wantsCells;

  /** First cell of the last row, until {@link #lastRow} holds a copy of its key. */
  private Cell last;

  private byte[] lastRow;

  /**
   * @param decoders makes the decoder that fills a given batch
   */
  RowDelivery(Function<ColumnBatch, RowDecoder> decoders) {
    this.decoders = decoders;
  }

  void turnTo(ColumnBatch target) {
    if (target != batch) {
      batch = target;
      decoder = decoders.apply(target);
      wantsCells = decoder.wantsCells();
    }
  }

  boolean isFull() {
    return batch.isFull();
  }

  /** Whether cells of a row are looked at. */
  boolean wantsCells() {
    return wantsCells;
  }

  void deliver(PendingRow row) {
    row.feed(decoder, feeder);
  }

  /** A row was delivered or passed over. */
  void rowEnded(PendingRow row) {
    last = row.first();
  }

  /** True if the last row is at or behind {@code row}. */
  boolean hasReached(byte[] row) {
    if (last != null) {
      return PendingRow.compare(last, row) >= 0;
    }
    return lastRow != null && Arrays.compareUnsigned(lastRow, row) >= 0;
  }

  /** Copies the key of the last row, before HBase reuses its memory. */
  void keepLastRow() {
    if (last != null) {
      lastRow = CellUtil.cloneRow(last);
      last = null;
    }
  }

  /** The key that was kept last; null before the first. */
  byte[] lastRow() {
    return lastRow;
  }
}
