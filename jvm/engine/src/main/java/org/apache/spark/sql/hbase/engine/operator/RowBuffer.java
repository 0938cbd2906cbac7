package org.apache.spark.sql.hbase.engine.operator;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** Rows that sinks hold, by column, appended batch by batch. Not thread-safe. */
public final class RowBuffer {
  private final ColumnVector[] columns;
  private int rowCount;

  public RowBuffer(List<SqlType> types) {
    this.columns =
        types.stream().map(type -> new ColumnVector(type, 1)).toArray(ColumnVector[]::new);
  }

  /** Shared: to be read only. */
  public ColumnVector[] columns() {
    return columns;
  }

  public int rowCount() {
    return rowCount;
  }

  /** Appends rows of vectors of the same types. */
  public void append(ColumnVector[] source, SelectedRows rows) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].append(source[i], rows);
    }
    rowCount += rows.count;
  }

  /**
   * Bytes that {@link #append} newly allocates, before it lets go of the arrays that they replace.
   */
  public long bytesToAppend(ColumnVector[] source, SelectedRows rows) {
    long bytes = 0;
    for (int i = 0; i < columns.length; i++) {
      bytes += columns[i].bytesToAppend(source[i], rows);
    }
    return bytes;
  }

  /** Empties the buffer and keeps its arrays. */
  public void reset() {
    for (ColumnVector column : columns) {
      column.reset();
    }
    rowCount = 0;
  }

  /** Bytes of the values, without spare room. */
  public long usedBytes() {
    long bytes = 0;
    for (ColumnVector column : columns) {
      bytes += column.usedBytes();
    }
    return bytes;
  }

  /** Bytes of the arrays, used or not. */
  public long allocatedBytes() {
    long bytes = 0;
    for (ColumnVector column : columns) {
      bytes += column.allocatedBytes();
    }
    return bytes;
  }
}
