package org.apache.spark.sql.hbase.engine.operator.topn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.operator.BatchSink;
import org.apache.spark.sql.hbase.engine.operator.OutputColumns;
import org.apache.spark.sql.hbase.engine.operator.RowBuffer;
import org.apache.spark.sql.hbase.wire.ArrowColumn;

/**
 * Keeps the first rows in the order of sort keys; of equal rows the one that came first. Output:
 * the rows as they came in.
 *
 * <p>Each drain gives the first of the rows since the drain before. A row that is behind all of a
 * full earlier drain is not kept at all: whoever has this frame has that one too.
 *
 * <p>Rows are appended to a buffer when they are among the first, and stay there when better rows
 * push them out. Once half of the buffer is such rows, the others move to a second one.
 */
public final class TopNOperator implements BatchSink {
  /** Rows in the buffer that do not count, below which writing it anew does not pay. */
  private static final int MIN_WASTE_ROWS = 256;

  private final int columnCount;
  private final VectorExpression[] keyExpressions;
  private final RowOrder order;
  private final List<SqlType> bufferTypes;
  private final List<SqlType> keyTypes;
  private final MemoryAccount account;
  private final RowHeap heap;

  /** Columns of the rows, then their keys. */
  private RowBuffer buffer;

  private ColumnVector[] bufferKeys;

  /** Empty: where the rows move to. */
  private RowBuffer spare;

  /** The keys of the last row of the last full drain, if there was one. */
  private ColumnVector[] bound;

  private final ColumnVector[] batchColumns;
  private final ColumnVector[] batchKeys;
  private final SelectedRows candidates = new SelectedRows(1);
  private final SelectedRows kept = new SelectedRows(1);
  private long reservedBytes;

  /**
   * @param rows to keep, at least 1
   * @param types of the columns
   * @param keys that {@code order} compares
   */
  public TopNOperator(
      long rows,
      List<SqlType> types,
      List<VectorExpression> keys,
      RowOrder order,
      MemoryAccount account) {
    this.columnCount = types.size();
    this.keyExpressions = keys.toArray(VectorExpression[]::new);
    this.order = order;
    this.keyTypes = keys.stream().map(VectorExpression::type).toList();
    this.bufferTypes = Stream.concat(types.stream(), keyTypes.stream()).toList();
    this.account = account;
    this.batchColumns = new ColumnVector[bufferTypes.size()];
    this.batchKeys = new ColumnVector[keyTypes.size()];
    this.heap = new RowHeap(rows, this::compareBuffered);
    this.spare = new RowBuffer(bufferTypes);
    hold(new RowBuffer(bufferTypes));
  }

  private void hold(RowBuffer rows) {
    buffer = rows;
    bufferKeys = keysOf(rows);
  }

  private ColumnVector[] keysOf(RowBuffer rows) {
    ColumnVector[] keys = new ColumnVector[keyTypes.size()];
    System.arraycopy(rows.columns(), columnCount, keys, 0, keys.length);
    return keys;
  }

  /** Orders equal rows by arrival, the earlier one first. */
  private int compareBuffered(int a, int b) {
    int byKeys = order.compare(bufferKeys, a, bufferKeys, b);
    return byKeys != 0 ? byKeys : Integer.compare(a, b);
  }

  @Override
  public boolean reserve(ColumnBatch batch, SelectedRows rows) {
    evaluate(batch, rows);
    findCandidates(rows);
    long grown = buffer.allocatedBytes() + buffer.bytesToAppend(batchColumns, candidates);
    // All of its rows may have to move.
    long peakBytes = 2 * grown + spare.allocatedBytes() + heap.bytesWith(candidates.count);
    if (peakBytes > reservedBytes) {
      if (!account.tryReserve(peakBytes - reservedBytes)) {
        return false;
      }
      reservedBytes = peakBytes;
    }
    return true;
  }

  private void evaluate(ColumnBatch batch, SelectedRows rows) {
    for (int i = 0; i < columnCount; i++) {
      batchColumns[i] = batch.column(i);
    }
    for (int i = 0; i < batchKeys.length; i++) {
      batchKeys[i] = keyExpressions[i].evaluate(batch, rows);
      batchColumns[columnCount + i] = batchKeys[i];
    }
  }

  private void findCandidates(SelectedRows rows) {
    candidates.clear();
    boolean isFull = heap.isFull();
    ColumnVector[] worst = isFull ? bufferKeys : bound;
    int worstRow = isFull ? heap.top() : 0;
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      if (worst == null || order.compare(batchKeys, row, worst, worstRow) < 0) {
        candidates.add(row);
      }
    }
  }

  @Override
  public void accept(ColumnBatch batch, SelectedRows rows) {
    add();
    if (buffer.rowCount() - heap.size() > Math.max(heap.size(), MIN_WASTE_ROWS)) {
      compact();
    }
    release(buffer.allocatedBytes() + spare.allocatedBytes() + heap.bytesWith(0));
  }

  @Override
  public void acceptUncounted(ColumnBatch batch, SelectedRows rows) {
    add();
  }

  private void add() {
    int row = buffer.rowCount();
    buffer.append(batchColumns, candidates);
    for (; row < buffer.rowCount(); row++) {
      heap.offer(row);
    }
  }

  private void compact() {
    heap.select(kept);
    RowBuffer moved = spare;
    moved.append(buffer.columns(), kept);
    spare = buffer;
    spare.reset();
    hold(moved);
    heap.clear();
    for (int row = 0; row < buffer.rowCount(); row++) {
      heap.offer(row);
    }
  }

  @Override
  public int rowCount() {
    return heap.size();
  }

  @Override
  public long usedBytes() {
    return buffer.usedBytes();
  }

  @Override
  public boolean holdsRows() {
    return false;
  }

  @Override
  public boolean wantsDrain() {
    return false;
  }

  @Override
  public void renewExpressions(BatchSink fresh) {
    TopNOperator other = (TopNOperator) fresh;
    System.arraycopy(other.keyExpressions, 0, keyExpressions, 0, keyExpressions.length);
    Arrays.fill(batchColumns, null);
    Arrays.fill(batchKeys, null);
  }

  @Override
  public List<ArrowColumn> drain() {
    if (heap.isFull()) {
      bound = keysOf(only(heap.top()));
    }
    heap.select(kept);
    RowBuffer result = new RowBuffer(bufferTypes);
    result.append(buffer.columns(), kept);
    List<ArrowColumn> out = new ArrayList<>(columnCount);
    for (int i = 0; i < columnCount; i++) {
      out.add(OutputColumns.copy(result.columns()[i]));
    }
    heap.free();
    spare = new RowBuffer(bufferTypes);
    hold(new RowBuffer(bufferTypes));
    release(0);
    return out;
  }

  private RowBuffer only(int row) {
    SelectedRows rows = new SelectedRows(1);
    rows.selectOnly(row);
    RowBuffer copy = new RowBuffer(bufferTypes);
    copy.append(buffer.columns(), rows);
    return copy;
  }

  private void release(long stillNeeded) {
    if (reservedBytes > stillNeeded) {
      account.release(reservedBytes - stillNeeded);
      reservedBytes = stillNeeded;
    }
  }
}
