package org.apache.spark.sql.hbase.coprocessor.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.spark.sql.hbase.coprocessor.direct.ScannerRowSource;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RangeSteps;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.SkipCounts;

/**
 * Rows of one region, read through the scanner that HBase handed over.
 *
 * <p>A call to that scanner returns at most one row, and possibly only a piece of one. A wide row
 * is cut by our batch limit, and a time limit may come in the middle. Coprocessors do not see
 * whether more of the row follows. So a row is complete once a cell of another row, or the end, has
 * come, unless HBase's internals are known and tell. Until then it is a {@link PendingRow}; {@link
 * ScanLimits} bounds the cells of one call, and {@link RowDelivery} decodes whole rows.
 *
 * <p>Not thread-safe.
 */
final class RegionRowSource implements ScannerRowSource {
  /** Bytes after which HBase may have its blocks back, in the middle of a fill. */
  private static final long RELEASE_BYTES = 4 << 20;

  /** Calls between two looks at the clock: 64 short rows take about 0.1 ms. */
  private static final int CALLS_PER_DEADLINE_CHECK = 64;

  private final RegionScanner scanner;
  private final ScanLimits limits;
  private final Predicate<ScannerContext> isRowComplete;
  private final RangeSteps ranges;
  private final RowDelivery delivery;
  private final PendingRow pending;

  private List<Cell> fetched = new ArrayList<>();
  private boolean scannerDrained;

  /** Row behind which {@link #fillThrough} stops, otherwise null. */
  private byte[] throughRow;

  private long cellsScanned;
  private long bytesScanned;
  private long bytesAtRelease;

  /**
   * @param decoders makes the decoder that fills a given batch
   * @param memory of the scan; closed by its owner
   * @param isRowComplete whether the call with this context returned all that was left of its row;
   *     may always say no
   * @param ranges rows outside of them are passed over; null if all are wanted
   */
  RegionRowSource(
      RegionScanner scanner,
      Function<ColumnBatch, RowDecoder> decoders,
      ScanLimits limits,
      MemoryAccount memory,
      Predicate<ScannerContext> isRowComplete,
      RangeSteps ranges) {
    this.scanner = scanner;
    this.limits = limits;
    this.isRowComplete = isRowComplete;
    this.ranges = ranges;
    this.delivery = new RowDelivery(decoders);
    this.pending = new PendingRow(memory);
  }

  @Override
  public Fill fill(ColumnBatch target, long deadlineNanos) throws IOException {
    delivery.turnTo(target);
    Fill fill = fill(deadlineNanos);
    delivery.keepLastRow();
    return fill;
  }

  @Override
  public Fill fillThrough(ColumnBatch target, byte[] row, long deadlineNanos) throws IOException {
    throughRow = row;
    try {
      return fill(target, deadlineNanos);
    } finally {
      throughRow = null;
    }
  }

  @Override
  public void skipTo(byte[] row) throws IOException {
    if (!pending.isEmpty()) {
      if (pending.compareTo(row) >= 0) {
        return;
      }
      pending.drop();
    }
    if (!scannerDrained) {
      scanner.reseek(row);
    }
  }

  /**
   * True if the row that comes next, or the one delivered last, says that no row up to it is left.
   */
  private boolean isBehindThroughRow() {
    return pending.isEmpty() ? delivery.hasReached(throughRow) : pending.compareTo(throughRow) > 0;
  }

  private Fill fill(long deadlineNanos) throws IOException {
    ScannerContext context = limits.until(deadlineNanos);
    int callsUntilCheck = CALLS_PER_DEADLINE_CHECK;
    long bytesAtCheck = bytesScanned;
    while (!delivery.isFull()) {
      if (throughRow != null && isBehindThroughRow()) {
        return Fill.END;
      }
      if (scannerDrained) {
        finishPendingRow();
        return Fill.END;
      }
      if (pending.isOutside() && ranges.isSeekDue()) {
        seekToNextRange();
        if (System.nanoTime() - deadlineNanos >= 0) {
          return Fill.DEADLINE;
        }
        context = limits.until(deadlineNanos);
        continue;
      }
      if (pending.isComplete()) {
        finishPendingRow();
        continue;
      }
      fetched.clear();
      scannerDrained = !scanner.nextRaw(fetched, context);
      boolean nothing = fetched.isEmpty();
      if (!nothing) {
        accept();
        pending.setComplete(isRowComplete.test(context));
      }
      // HBase changes from positional reads to streaming only when blocks are released.
      if (nothing || bytesScanned - bytesAtRelease >= RELEASE_BYTES) {
        release();
      }
      if (nothing
          || --callsUntilCheck == 0
          || bytesScanned - bytesAtCheck >= ScanLimits.MAX_ROW_BYTES) {
        if (!scannerDrained && System.nanoTime() - deadlineNanos >= 0) {
          return Fill.DEADLINE;
        }
        context = limits.until(deadlineNanos);
        callsUntilCheck = CALLS_PER_DEADLINE_CHECK;
        bytesAtCheck = bytesScanned;
      }
    }
    return Fill.MORE;
  }

  /** Leaves the row that is held, and all others before the next range. */
  private void seekToNextRange() throws IOException {
    finishPendingRow();
    byte[] row = ranges.takeSeek();
    if (row == null) {
      scannerDrained = true;
    } else {
      scanner.reseek(row);
    }
  }

  private void accept() throws IOException {
    if (pending.isEndedBy(fetched)) {
      finishPendingRow();
    }
    long bytes = 0;
    for (int i = 0; i < fetched.size(); i++) {
      bytes += fetched.get(i).getSerializedSize();
    }
    bytesScanned += bytes;
    if (pending.isEmpty()) {
      fetched = pending.begin(fetched, ranges);
    } else {
      pending.add(fetched, bytes, delivery.wantsCells());
    }
  }

  private void finishPendingRow() {
    if (pending.isEmpty()) {
      return;
    }
    delivery.rowEnded(pending);
    if (pending.isOutside()) {
      ranges.addOutside(pending.cellCount());
    } else {
      delivery.deliver(pending);
      if (ranges != null) {
        pending.tellDelivered(ranges);
      }
    }
    cellsScanned += pending.cellCount();
    pending.drop();
  }

  @Override
  public void release() throws IOException {
    delivery.keepLastRow();
    pending.copyCells();
    bytesAtRelease = bytesScanned;
    // A wrapper of another coprocessor may stand in between; then blocks stay until the end of the
    // RPC.
    if (scanner instanceof Shipper) {
      ((Shipper) scanner).shipped();
    }
  }

  /** Nothing is held but the scanner, which its owner closes, and memory of the account. */
  @Override
  public void close() {}

  @Override
  public byte[] lastRow() {
    return delivery.lastRow();
  }

  @Override
  public long cellsScanned() {
    return cellsScanned;
  }

  @Override
  public long bytesScanned() {
    return bytesScanned;
  }

  @Override
  public SkipCounts skippedRows() {
    return ranges == null ? SkipCounts.NONE : ranges.counts();
  }
}
