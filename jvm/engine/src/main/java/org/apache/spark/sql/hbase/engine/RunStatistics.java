package org.apache.spark.sql.hbase.engine;

import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowSource;
import org.apache.spark.sql.hbase.engine.row.SkipCounts;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;

/**
 * Counts what a runner did since its previous emission. A batch counts when it has been consumed.
 */
final class RunStatistics {
  private long rowsScanned;
  private long rowsKept;
  private long undecodableValues;
  private long foreignRows;
  private long mergedGroups;
  private long skippedChunks;
  private long unseenRows;
  private long cellsTaken;
  private long bytesTaken;
  private long cells;
  private long bytes;
  private SkipCounts skipped = SkipCounts.NONE;
  private SkipCounts skippedTaken = SkipCounts.NONE;
  private long workNanos;
  private long startNanos;

  void startWork() {
    startNanos = System.nanoTime();
  }

  void endWork() {
    workNanos += System.nanoTime() - startNanos;
  }

  /** Between {@link #startWork} and {@link #endWork}: work since the previous emission. */
  long workNanos() {
    return workNanos + System.nanoTime() - startNanos;
  }

  /** Adds what was read for a batch, of whose rows the operators kept some. */
  void addBatch(ColumnBatch batch, int kept) {
    rowsScanned += batch.rowsRead();
    rowsKept += kept;
    undecodableValues += batch.undecodableValues();
    foreignRows += batch.foreignRows();
    mergedGroups += batch.mergedGroups();
    skippedChunks += batch.skippedChunks();
    unseenRows += batch.unseenRows();
  }

  /** Looks at the source's counters, which only grow. */
  void readTo(RowSource source) {
    cells = source.cellsScanned();
    bytes = source.bytesScanned();
    skipped = source.skippedRows();
  }

  /** Returns the figures and starts again. */
  FrameStatistics take(boolean isFlush) {
    SkipCounts skippedSince = skipped.since(skippedTaken);
    FrameStatistics taken =
        FrameStatistics.newBuilder()
            .setRowsScanned(rowsScanned)
            .setRowsKept(rowsKept)
            .setCellsScanned(cells - cellsTaken)
            .setBytesScanned(bytes - bytesTaken)
            .setServerNanos(workNanos)
            .setFlushes(isFlush ? 1 : 0)
            .setSeeks(skippedSince.seeks())
            .setRowsSkipped(skippedSince.rows())
            .setUndecodableValues(undecodableValues)
            .setForeignRows(foreignRows)
            .setMergedGroups(mergedGroups)
            .setSkippedChunks(skippedChunks)
            .setRowsUnseen(unseenRows)
            .build();
    rowsScanned = 0;
    rowsKept = 0;
    undecodableValues = 0;
    foreignRows = 0;
    mergedGroups = 0;
    skippedChunks = 0;
    unseenRows = 0;
    cellsTaken = cells;
    bytesTaken = bytes;
    skippedTaken = skipped;
    workNanos = 0;
    return taken;
  }
}
