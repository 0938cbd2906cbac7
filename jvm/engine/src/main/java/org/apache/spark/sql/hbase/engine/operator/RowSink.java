package org.apache.spark.sql.hbase.engine.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.ArrowColumn;

/** Keeps rows as they are: the end of a sub-plan without Aggregate and TopN. */
public final class RowSink implements BatchSink {
  private final List<SqlType> types;
  private final MemoryAccount account;
  private final ColumnVector[] batchColumns;
  private RowBuffer buffer;
  private long reservedBytes;

  public RowSink(List<SqlType> types, MemoryAccount account) {
    this.types = types;
    this.account = account;
    this.batchColumns = new ColumnVector[types.size()];
    this.buffer = new RowBuffer(types);
  }

  @Override
  public boolean reserve(ColumnBatch batch, SelectedRows rows) {
    for (int i = 0; i < batchColumns.length; i++) {
      batchColumns[i] = batch.column(i);
    }
    long peakBytes = buffer.allocatedBytes() + buffer.bytesToAppend(batchColumns, rows);
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
    release(buffer.allocatedBytes());
  }

  @Override
  public void acceptUncounted(ColumnBatch batch, SelectedRows rows) {
    buffer.append(batchColumns, rows);
  }

  @Override
  public int rowCount() {
    return buffer.rowCount();
  }

  @Override
  public long usedBytes() {
    return buffer.usedBytes();
  }

  @Override
  public boolean holdsRows() {
    return true;
  }

  @Override
  public boolean wantsDrain() {
    return false;
  }

  /** It has none. */
  @Override
  public void renewExpressions(BatchSink fresh) {
    Arrays.fill(batchColumns, null);
  }

  @Override
  public List<ArrowColumn> drain() {
    List<ArrowColumn> out = new ArrayList<>(types.size());
    OutputColumns.copy(buffer.columns(), out);
    buffer = new RowBuffer(types);
    release(0);
    return out;
  }

  private void release(long stillNeeded) {
    if (reservedBytes > stillNeeded) {
      account.release(reservedBytes - stillNeeded);
      reservedBytes = stillNeeded;
    }
  }
}
