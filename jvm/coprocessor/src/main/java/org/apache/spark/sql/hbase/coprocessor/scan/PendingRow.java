package org.apache.spark.sql.hbase.coprocessor.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RangeSteps;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.filter.CellFeeder;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.RemoteError;

/**
 * The row of a scanner of which more cells may come. Its cells are held until its end is seen, and
 * copied before HBase reuses their memory. What is held beyond the cells of one call is reserved in
 * the scan's memory account. Not thread-safe.
 */
final class PendingRow {
  private final MemoryAccount memory;

  /** The first {@code copied} of them are our own copies. */
  private List<Cell> cells = new ArrayList<>();

  private int copied;

  /** Cells of the row, held or not. */
  private int cellCount;

  private long reservedBytes;
  private boolean isComplete;
  private boolean isOutside;
  private RowBytes key = new RowBytes();

  /** The row key of the cells that {@link #isEndedBy} looked at. */
  private RowBytes fetchedKey = new RowBytes();

  /**
   * @param memory of the scan; closed by its owner
   */
  PendingRow(MemoryAccount memory) {
    this.memory = memory;
  }

  /** True if no row is held. */
  boolean isEmpty() {
    return cells.isEmpty();
  }

  /** The first cell of the row that is held. */
  Cell first() {
    return cells.get(0);
  }

  /** Compares the row that is held. */
  int compareTo(byte[] row) {
    return compare(first(), row);
  }

  static int compare(Cell cell, byte[] row) {
    return CellComparator.getInstance().compareRows(cell, row, 0, row.length);
  }

  /** Nothing of the row is missing. */
  boolean isComplete() {
    return isComplete;
  }

  void setComplete(boolean complete) {
    isComplete = complete;
  }

  /** The row lies in none of the ranges. */
  boolean isOutside() {
    return isOutside;
  }

  int cellCount() {
    return cellCount;
  }

  /** Looks at the cells of a call: true if a row is held and they are of another one. */
  boolean isEndedBy(List<Cell> fetched) {
    fetchedKey.look(fetched.get(0));
    return !cells.isEmpty() && !fetchedKey.isSameRow(key);
  }

  /**
   * Begins a row with the cells that {@link #isEndedBy} looked at, and takes their list over.
   *
   * @param ranges that may hold the row; null if all rows are wanted
   * @return an empty list for the next call
   */
  List<Cell> begin(List<Cell> fetched, RangeSteps ranges) {
    List<Cell> empty = cells;
    cells = fetched;
    cellCount = fetched.size();
    RowBytes unused = key;
    key = fetchedKey;
    fetchedKey = unused;
    isOutside = ranges != null && !ranges.hold(key.array(), key.offset(), key.length());
    return empty;
  }

  /**
   * Adds the cells of another call.
   *
   * @param wantsCells false if none of them is looked at later
   * @throws DoNotRetryIOException if they do not fit into the memory of the scan
   */
  void add(List<Cell> fetched, long bytes, boolean wantsCells) throws IOException {
    cellCount += fetched.size();
    if (wantsCells && !isOutside) {
      reserve(bytes);
      cells.addAll(fetched);
    }
  }

  private void reserve(long bytes) throws IOException {
    if (!memory.tryReserve(bytes)) {
      RemoteError error =
          new RemoteError(
              ErrorCode.SERVER_OVERLOADED,
              "A row does not fit into the memory of sub-plan scans. Split"
                  + " the row, or raise hbase.sparksql.state.max.bytes.",
              Map.of(
                  "row", Bytes.toStringBinary(key.toBytes()),
                  "heldBytes", Long.toString(reservedBytes),
                  "moreBytes", Long.toString(bytes)));
      throw new DoNotRetryIOException(error.format());
    }
    reservedBytes += bytes;
  }

  /** Gives the row to a decoder. */
  void feed(RowDecoder decoder, CellFeeder feeder) {
    boolean isWanted = decoder.beginRow(key.array(), key.offset(), key.length());
    for (int i = 0; isWanted && i < cells.size(); i++) {
      isWanted = feeder.feed(cells.get(i), decoder);
    }
    decoder.endRow();
  }

  /** Tells ranges that the row was delivered. */
  void tellDelivered(RangeSteps ranges) {
    ranges.delivered(key.array(), key.offset(), key.length());
  }

  /** Copies the cells that are HBase's still. */
  void copyCells() {
    for (; copied < cells.size(); copied++) {
      cells.set(copied, Cells.copy(cells.get(copied)));
    }
    if (!cells.isEmpty()) {
      key.look(cells.get(0));
    }
  }

  /** Holds no row any more. */
  void drop() {
    isComplete = false;
    isOutside = false;
    cellCount = 0;
    cells.clear();
    copied = 0;
    if (reservedBytes > 0) {
      memory.release(reservedBytes);
      reservedBytes = 0;
    }
  }
}
