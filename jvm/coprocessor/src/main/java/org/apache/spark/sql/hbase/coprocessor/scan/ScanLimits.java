package org.apache.spark.sql.hbase.coprocessor.scan;

import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;

/**
 * Makes a call of HBase's scanner come back soon, also from a stretch of deleted or filtered rows
 * that has nothing to return.
 *
 * <p>A time limit does that, but HBase then reads the clock twice per row, which is a third of what
 * a packed row costs. So if HBase counts blocks and the memstore is small, the calls of one context
 * are limited by the blocks that they read together. {@value #MAX_BLOCK_BYTES} bytes of blocks take
 * about two milliseconds. A memstore of {@value #MAX_MEMSTORE_BYTES} bytes, which a scan passes
 * once, takes some ten. Beyond that limit HBase returns cell after cell, so a context is replaced
 * before rows alone can reach it.
 */
final class ScanLimits {
  /** Cells of a row that are fetched at once. */
  static final int MAX_CELLS_PER_CALL = 10_000;

  /** Bytes of cells after which a call returns. */
  static final long MAX_CELL_BYTES = 4 << 20;

  static final long MAX_BLOCK_BYTES = 1 << 20;

  /** Bytes of rows after which a context is replaced. */
  static final long MAX_ROW_BYTES = MAX_BLOCK_BYTES / 2;

  static final long MAX_MEMSTORE_BYTES = 4 << 20;

  private final LongSupplier memStoreBytes;
  private final int maxCellsPerCall;

  /**
   * @param memStoreBytes of the region, now
   * @param wholeRows the scan has a filter that judges whole rows, with which HBase refuses to cut
   *     rows
   */
  ScanLimits(LongSupplier memStoreBytes, boolean wholeRows) {
    this.memStoreBytes = memStoreBytes;
    this.maxCellsPerCall = wholeRows ? -1 : MAX_CELLS_PER_CALL;
  }

  /**
   * A context for a few calls.
   *
   * @param deadlineNanos of {@link System#nanoTime}
   */
  ScannerContext until(long deadlineNanos) {
    ScannerContext.Builder limits = ScannerContext.newBuilder().setBatchLimit(maxCellsPerCall);
    boolean blocksBoundIt =
        HBaseInternals.limitsBlocks() && memStoreBytes.getAsLong() <= MAX_MEMSTORE_BYTES;
    HBaseInternals.limitSizes(
        limits,
        LimitScope.BETWEEN_CELLS,
        MAX_CELL_BYTES,
        blocksBoundIt ? MAX_BLOCK_BYTES : Long.MAX_VALUE);
    if (!blocksBoundIt) {
      long millis = Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000);
      limits.setTimeLimit(LimitScope.BETWEEN_CELLS, EnvironmentEdgeManager.currentTime() + millis);
    }
    return limits.build();
  }
}
