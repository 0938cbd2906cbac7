package org.apache.spark.sql.hbase.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.direct.ScannerRows;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.keyrange.RangeSteps;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.SkippedRows;
import org.apache.spark.sql.hbase.filter.CellFeeder;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/**
 * Rows of one region, read through the scanner that HBase handed over.
 *
 * <p>A call to that scanner returns at most one row, and possibly only a piece of one: a wide row
 * is cut by our batch limit, and a time limit may come in the middle. Whether more of the row
 * follows is hidden from coprocessors, so a row is complete once a cell of another row, or the end,
 * has come, unless HBase's internals are known and tell. Until then its cells are held, and copied
 * before {@link #release} lets HBase reuse their memory. What is held beyond the cells of one call,
 * which {@link ScanLimits} bounds, is reserved in the scan's memory account.
 *
 * <p>Not thread-safe.
 */
final class RegionRowSource implements ScannerRows {
  /** Bytes after which HBase may have its blocks back, in the middle of a fill. */
  private static final long RELEASE_BYTES = 4 << 20;

  /** Calls between two looks at the clock: 64 short rows take about 0.1 ms. */
  private static final int CALLS_PER_DEADLINE_CHECK = 64;

  private final RegionScanner scanner;
  private final Function<ColumnBatch, RowDecoder> decoders;
  private final ScanLimits limits;
  private final MemoryAccount memory;
  private final Predicate<ScannerContext> isRowComplete;
  private final RangeSteps ranges;
  private final CellFeeder feeder = new CellFeeder();

  private ColumnBatch batch;
  private RowDecoder decoder;
  private boolean wantsCells;

  /** Cells of the row that may go on. The first {@code copied} of them are our own copies. */
  private List<Cell> pending = new ArrayList<>();

  private int copied;

  /** Cells of that row, held or not. */
  private int pendingCells;

  /** Reserved for that row. */
  private long reservedBytes;

  private List<Cell> fetched = new ArrayList<>();
  private boolean scannerDrained;

  /** Nothing of the row that may go on is missing. */
  private boolean isPendingComplete;

  /** The row that may go on lies in none of the ranges. */
  private boolean isPendingOutside;

  /** Row behind which {@link #fillThrough} stops, otherwise null. */
  private byte[] throughRow;

  /** First cell of the last row delivered, until {@link #lastRow} holds a copy of its key. */
  private Cell lastDelivered;

  private byte[] lastRow;

  private RowBytes pendingRow = new RowBytes();
  private RowBytes fetchedRow = new RowBytes();

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
    this.decoders = decoders;
    this.limits = limits;
    this.memory = memory;
    this.isRowComplete = isRowComplete;
    this.ranges = ranges;
  }

  @Override
  public Fill fill(ColumnBatch target, long deadlineNanos) throws IOException {
    bind(target);
    Fill fill = fill(deadlineNanos);
    keepLastRow();
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
      if (compareRow(pending.get(0), row) >= 0) {
        return;
      }
      dropPendingRow();
    }
    if (!scannerDrained) {
      scanner.reseek(row);
    }
  }

  /**
   * True if the row that comes next, or the one delivered last, says that no row up to it is left.
   */
  private boolean isBehindThroughRow() {
    if (!pending.isEmpty()) {
      return compareRow(pending.get(0), throughRow) > 0;
    }
    if (lastDelivered != null) {
      return compareRow(lastDelivered, throughRow) >= 0;
    }
    return lastRow != null && Arrays.compareUnsigned(lastRow, throughRow) >= 0;
  }

  private static int compareRow(Cell cell, byte[] row) {
    return CellComparator.getInstance().compareRows(cell, row, 0, row.length);
  }

  private Fill fill(long deadlineNanos) throws IOException {
    ScannerContext context = limits.until(deadlineNanos);
    int callsUntilCheck = CALLS_PER_DEADLINE_CHECK;
    long bytesAtCheck = bytesScanned;
    while (!batch.isFull()) {
      if (throughRow != null && isBehindThroughRow()) {
        return Fill.END;
      }
      if (scannerDrained) {
        finishPendingRow();
        return Fill.END;
      }
      if (isPendingOutside && ranges.isSeekDue()) {
        seekToNextRange();
        if (System.nanoTime() - deadlineNanos >= 0) {
          return Fill.DEADLINE;
        }
        context = limits.until(deadlineNanos);
        continue;
      }
      if (isPendingComplete) {
        finishPendingRow();
        continue;
      }
      fetched.clear();
      scannerDrained = !scanner.nextRaw(fetched, context);
      boolean nothing = fetched.isEmpty();
      if (!nothing) {
        accept();
        isPendingComplete = isRowComplete.test(context);
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

  @Override
  public void release() throws IOException {
    keepLastRow();
    for (; copied < pending.size(); copied++) {
      pending.set(copied, Cells.copy(pending.get(copied)));
    }
    if (!pending.isEmpty()) {
      pendingRow.look(pending.get(0));
    }
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
    return lastRow;
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
  public SkippedRows skippedRows() {
    return ranges == null ? SkippedRows.NONE : ranges.counts();
  }

  private void bind(ColumnBatch target) {
    if (target != batch) {
      batch = target;
      decoder = decoders.apply(target);
      wantsCells = decoder.wantsCells();
    }
  }

  private void accept() throws IOException {
    fetchedRow.look(fetched.get(0));
    if (!pending.isEmpty() && !fetchedRow.isSameRow(pendingRow)) {
      finishPendingRow();
    }
    pendingCells += fetched.size();
    long bytes = 0;
    for (int i = 0; i < fetched.size(); i++) {
      bytes += fetched.get(i).getSerializedSize();
    }
    bytesScanned += bytes;
    if (pending.isEmpty()) {
      List<Cell> empty = pending;
      pending = fetched;
      fetched = empty;
      RowBytes unused = pendingRow;
      pendingRow = fetchedRow;
      fetchedRow = unused;
      isPendingOutside =
          ranges != null
              && !ranges.hold(pendingRow.array(), pendingRow.offset(), pendingRow.length());
    } else if (wantsCells && !isPendingOutside) {
      reserve(bytes);
      pending.addAll(fetched);
    }
  }

  private void reserve(long bytes) throws IOException {
    if (!memory.tryReserve(bytes)) {
      RemoteError error =
          new RemoteError(
              ErrorCode.SERVER_OVERLOADED,
              "A row does not fit into the memory of sub-plan scans, so the client reads it. Split the row, or raise"
                  + " hbase.sparksql.state.max.bytes.",
              Map.of(
                  "row", Bytes.toStringBinary(pendingRow.toBytes()),
                  "heldBytes", Long.toString(reservedBytes),
                  "moreBytes", Long.toString(bytes)));
      throw new DoNotRetryIOException(error.format());
    }
    reservedBytes += bytes;
  }

  private void finishPendingRow() {
    if (pending.isEmpty()) {
      return;
    }
    lastDelivered = pending.get(0);
    if (isPendingOutside) {
      ranges.addOutside(pendingCells);
    } else {
      deliverPendingRow();
    }
    cellsScanned += pendingCells;
    dropPendingRow();
  }

  private void deliverPendingRow() {
    boolean isWanted =
        decoder.beginRow(pendingRow.array(), pendingRow.offset(), pendingRow.length());
    for (int i = 0; isWanted && i < pending.size(); i++) {
      isWanted = feeder.feed(pending.get(i), decoder);
    }
    decoder.endRow();
    if (ranges != null) {
      ranges.delivered(pendingRow.array(), pendingRow.offset(), pendingRow.length());
    }
  }

  private void dropPendingRow() {
    isPendingComplete = false;
    isPendingOutside = false;
    pendingCells = 0;
    pending.clear();
    copied = 0;
    if (reservedBytes > 0) {
      memory.release(reservedBytes);
      reservedBytes = 0;
    }
  }

  private void keepLastRow() {
    if (lastDelivered != null) {
      lastRow = CellUtil.cloneRow(lastDelivered);
      lastDelivered = null;
    }
  }
}
