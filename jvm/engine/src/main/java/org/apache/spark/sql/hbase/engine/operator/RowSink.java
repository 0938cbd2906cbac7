package org.apache.spark.sql.hbase.engine.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.ArrowColumn;

/** Keeps rows as they are: the end of a sub-plan without Aggregate. */
public final class RowSink implements BatchSink {
  private final List<SqlType> types;
  private final MemoryAccount account;
  private ColumnVector[] columns;
  private int rowCount;
  private long reservedBytes;

  public RowSink(List<SqlType> types, MemoryAccount account) {
    this.types = types;
    this.account = account;
    this.columns = newColumns();
  }

  private ColumnVector[] newColumns() {
    return types.stream().map(type -> new ColumnVector(type, 1)).toArray(ColumnVector[]::new);
  }

  @Override
  public boolean reserve(ColumnBatch batch, SelectedRows rows) {
    long peakBytes = allocatedBytes();
    for (int i = 0; i < columns.length; i++) {
      peakBytes += columns[i].bytesToAppend(batch.column(i), rows);
    }
    if (peakBytes > reservedBytes) {
      if (!account.tryReserve(peakBytes - reservedBytes)) {
        return false;
      }
      reservedBytes = peakBytes;
    }
    return true;
  }

  @Override
  public void accept(ColumnBatch batch, SelectedRows rows) {
    acceptUncounted(batch, rows);
    release(allocatedBytes());
  }

  @Override
  public void acceptUncounted(ColumnBatch batch, SelectedRows rows) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].append(batch.column(i), rows);
    }
    rowCount += rows.count;
  }

  @Override
  public int rowCount() {
    return rowCount;
  }

  @Override
  public long usedBytes() {
    long bytes = 0;
    for (ColumnVector column : columns) {
      bytes += column.usedBytes();
    }
    return bytes;
  }

  @Override
  public boolean holdsRows() {
    return true;
  }

  @Override
  public boolean wantsDrain() {
    return false;
  }

  @Override
  public List<ArrowColumn> drain() {
    List<ArrowColumn> out = new ArrayList<>(columns.length);
    OutputColumns.copy(columns, out);
    columns = newColumns();
    rowCount = 0;
    release(0);
    return out;
  }

  private long allocatedBytes() {
    long bytes = 0;
    for (ColumnVector column : columns) {
      bytes += column.allocatedBytes();
    }
    return bytes;
  }

  private void release(long stillNeeded) {
    if (reservedBytes > stillNeeded) {
      account.release(reservedBytes - stillNeeded);
      reservedBytes = stillNeeded;
    }
  }
}
