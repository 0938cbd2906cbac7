package org.apache.spark.sql.hbase.engine.batch;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;

/**
 * Some rows, held by column. The columns are those of a table or of a Project; a column that the
 * sub-plan does not look at is null. The batch counts its rows itself, because it may have no
 * column at all, as for {@code count(*)}.
 *
 * <p>Physical rows are 0 to {@code rowCount - 1}; which of them still count is said by a {@link
 * SelectedRows} beside the batch. Not thread-safe.
 */
public final class ColumnBatch {
  /**
   * Variable-length bytes at which a batch counts as full by default, so that wide values do not
   * multiply with the capacity.
   */
  public static final int FULL_AT_DATA_BYTES = 4 << 20;

  private final ColumnVector[] columns;
  private final ColumnVector[] variableLength;
  private final int capacity;
  private final int dataCapacity;
  private int fullAtRows;
  private int fullAtDataBytes;
  private int rowCount;
  private int rowsLeftOut;
  private int undecodableValues;
  private int foreignRows;
  private int mergedGroups;
  private int skippedChunks;
  private int unseenRows;

  /**
   * @param columns shared, not copied; null for a column that is not needed
   * @param capacity rows read at which the batch is full
   */
  public ColumnBatch(ColumnVector[] columns, int capacity) {
    this(columns, capacity, FULL_AT_DATA_BYTES);
  }

  /**
   * @param dataCapacity variable-length bytes at which the batch is full
   */
  public ColumnBatch(ColumnVector[] columns, int capacity, int dataCapacity) {
    this.columns = columns;
    this.dataCapacity = dataCapacity;
    this.variableLength =
        Arrays.stream(columns)
            .filter(column -> column != null && column.physical() == SqlType.Physical.BYTES)
            .toArray(ColumnVector[]::new);
    this.capacity = capacity;
    this.fullAtRows = capacity;
    this.fullAtDataBytes = dataCapacity;
  }

  /** A column with its values; null if the sub-plan does not need it. */
  public ColumnVector column(int ordinal) {
    ColumnVector column = columns[ordinal];
    if (column != null) {
      column.spellOut();
    }
    return column;
  }

  /** A column as it was filled, perhaps with places in a list for its values. */
  public ColumnVector columnOrPlaces(int ordinal) {
    return columns[ordinal];
  }

  public int columnCount() {
    return columns.length;
  }

  public int rowCount() {
    return rowCount;
  }

  public int capacity() {
    return capacity;
  }

  /**
   * Lets the batch be full earlier from now on.
   *
   * @param rows read at which it is full, if they are fewer than its capacity
   * @param dataBytes in values of variable length at which it is, if they are fewer
   */
  public void fillUpTo(long rows, long dataBytes) {
    fullAtRows = (int) Math.min(capacity, rows);
    fullAtDataBytes = (int) Math.min(dataCapacity, dataBytes);
  }

  /** Lets the batch be full with the rows that were read. */
  public void endHere() {
    fullAtRows = Math.min(fullAtRows, rowsRead());
  }

  /** Makes room for rows at once, so that the columns need not grow while they are filled. */
  public void ensureCapacity(int rows) {
    for (ColumnVector column : columns) {
      if (column != null) {
        column.ensureCapacity(rows);
      }
    }
  }

  /** Declares the rows of the columns complete. */
  public void setRowCount(int rowCount) {
    this.rowCount = rowCount;
  }

  /** Adds complete rows to a batch none of whose columns is looked at. */
  public void addRows(int rows) {
    rowCount += rows;
  }

  /** Counts rows that were read for this batch but are not in it, because no plan wants them. */
  public void leaveOut(int rows) {
    rowsLeftOut += rows;
  }

  /** Counts values that are NULL because their bytes do not decode. */
  public void addUndecodable(int values) {
    undecodableValues += values;
  }

  /** Counts rows whose row keys do not decode, among those that were left out. */
  public void addForeign(int rows) {
    foreignRows += rows;
  }

  /** Such rows among those read for this batch. */
  public int foreignRows() {
    return foreignRows;
  }

  /** Counts a group of a columnar table whose rows were picked out by row key. */
  public void addMergedGroup() {
    mergedGroups++;
  }

  /** Such groups among those read for this batch. */
  public int mergedGroups() {
    return mergedGroups;
  }

  /** Counts a chunk of rows that was not decoded, because no plan wants any of them. */
  public void addSkippedChunk() {
    skippedChunks++;
  }

  /** Such chunks among those read for this batch. */
  public int skippedChunks() {
    return skippedChunks;
  }

  /** Counts rows that an optional filter let pass unseen. */
  public void addUnseenRows(int count) {
    unseenRows += count;
  }

  /** Such rows among those read for this batch; a row counts for each filter. */
  public int unseenRows() {
    return unseenRows;
  }

  /** Such values in the rows read for this batch, as far as they were looked at. */
  public int undecodableValues() {
    return undecodableValues;
  }

  /** Rows read for this batch, those left out included. */
  public int rowsRead() {
    return rowCount + rowsLeftOut;
  }

  /** True when a source has to stop filling; one row more never breaks anything. */
  public boolean isFull() {
    return rowsRead() >= fullAtRows || dataBytes() >= fullAtDataBytes;
  }

  /** Rows after which it is full, unless their bytes fill it before. */
  public int rowsToFull() {
    return Math.max(0, fullAtRows - rowsRead());
  }

  /** Bytes of values of variable length after which it is full, if rows do not fill it before. */
  public long dataBytesToFull() {
    return Math.max(0, fullAtDataBytes - dataBytes());
  }

  /** Bytes of the values, without what the arrays have to spare. */
  public long usedBytes() {
    long bytes = 0;
    for (ColumnVector column : columns) {
      bytes += column == null ? 0 : column.usedBytes();
    }
    return bytes;
  }

  /** Bytes that arrays for so many rows take, without the data of values that are bytes. */
  public long bytesFor(long rows) {
    long bytes = 0;
    for (ColumnVector column : columns) {
      bytes += column == null ? 0 : ColumnVector.bytesFor(column.type(), rows);
    }
    return bytes;
  }

  /** Bytes of the arrays of its columns, used or not. */
  public long allocatedBytes() {
    long bytes = 0;
    for (ColumnVector column : columns) {
      bytes += column == null ? 0 : column.allocatedBytes();
    }
    return bytes;
  }

  /** Empties the batch and lets go of the arrays of its columns, which grow again. */
  public void letGo() {
    reset();
    for (ColumnVector column : columns) {
      if (column != null) {
        column.letGo();
      }
    }
  }

  /** Takes back what was appended to columns behind the last complete row. */
  public void dropUnfinishedRow() {
    for (ColumnVector column : columns) {
      if (column != null && column.size() > rowCount) {
        column.truncate(rowCount);
      }
    }
  }

  /** Empties the batch and its columns; their arrays are kept. */
  public void reset() {
    for (ColumnVector column : columns) {
      if (column != null) {
        column.reset();
      }
    }
    rowCount = 0;
    rowsLeftOut = 0;
    undecodableValues = 0;
    foreignRows = 0;
    mergedGroups = 0;
    skippedChunks = 0;
    unseenRows = 0;
  }

  /** Bytes of the values of variable length. */
  public long dataBytes() {
    long bytes = 0;
    for (ColumnVector column : variableLength) {
      bytes += column.dataLength();
    }
    return bytes;
  }
}
