package org.apache.spark.sql.hbase.engine.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.aggregate.PartialAggregate;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.ArrowColumn;

/**
 * Partial aggregation by hashing. Output: the group columns, then the state columns of each call.
 *
 * <p>Grouping that does not reduce switches itself off: when a sample of rows has more than {@value
 * #MAX_GROUPS_PER_ROW} groups per row, the rest of the scan passes every row on as a group of its
 * own, which costs less here and nothing more at the consumer.
 */
public final class HashAggregateOperator implements BatchSink {
  static final double MAX_GROUPS_PER_ROW = 0.8;

  private final VectorExpression[] keyExpressions;
  private final List<SqlType> keyTypes;
  private final BoundAggregate[] calls;
  private final int groupBytes;
  private final MemoryAccount account;
  private final GroupingSample sample;

  private GroupTable table;
  private boolean passesThrough;

  /** Groups there is room for, in the table and in all aggregates. */
  private int capacity;

  private long reservedBytes;

  private final ColumnVector[] keys;
  private int[] groups = {};

  /**
   * @param sampleRows after which grouping is given up if it does not reduce
   */
  public HashAggregateOperator(
      List<VectorExpression> groupBy,
      List<BoundAggregate> calls,
      MemoryAccount account,
      long sampleRows) {
    this.keyExpressions = groupBy.toArray(VectorExpression[]::new);
    this.keyTypes = groupBy.stream().map(VectorExpression::type).toList();
    this.calls = calls.toArray(BoundAggregate[]::new);
    this.groupBytes = calls.stream().mapToInt(call -> call.aggregate().bytesPerGroup()).sum();
    this.account = account;
    this.sample = new GroupingSample(sampleRows, MAX_GROUPS_PER_ROW);
    this.keys = new ColumnVector[keyExpressions.length];
    this.table = newTable();
  }

  private GroupTable newTable() {
    if (passesThrough) {
      return new PassThroughTable(keyTypes);
    }
    if (keyTypes.isEmpty()) {
      return new SingleGroup();
    }
    boolean isOneLong = keyTypes.size() == 1 && keyTypes.get(0).physical() == SqlType.Physical.LONG;
    return isOneLong ? new LongKeyTable() : new EncodedKeyTable(keyTypes);
  }

  @Override
  public boolean reserve(ColumnBatch batch, SelectedRows rows) {
    evaluate(batch, rows);
    int newCapacity = capacityFor(rows);
    long newKeyBytes = table.keyBytesFor(keys, rows);
    if (newKeyBytes > KeyArena.MAX_BYTES) {
      return false;
    }
    long peakBytes = fixedBytes(newCapacity) + newKeyBytes;
    // While the arrays grow, the old ones are still there.
    peakBytes += newCapacity > capacity ? fixedBytes(capacity) : 0;
    peakBytes += newKeyBytes > table.keyBytes() ? table.keyBytes() : 0;
    for (BoundAggregate call : calls) {
      peakBytes += call.aggregate().variableBytes() + call.maxVariableBytes();
    }
    if (peakBytes > reservedBytes) {
      if (!account.tryReserve(peakBytes - reservedBytes)) {
        return false;
      }
      reservedBytes = peakBytes;
    }
    return true;
  }

  private void evaluate(ColumnBatch batch, SelectedRows rows) {
    for (int i = 0; i < keys.length; i++) {
      keys[i] = keyExpressions[i].evaluate(batch, rows);
    }
    for (BoundAggregate call : calls) {
      call.evaluate(batch, rows);
    }
  }

  private int capacityFor(SelectedRows rows) {
    int needed = Math.addExact(table.groupCount(), table.maxNewGroups(rows.count));
    return needed <= capacity ? capacity : Math.max(needed, capacity + (capacity >> 1));
  }

  private long fixedBytes(int groupCapacity) {
    return table.fixedBytes(groupCapacity) + (long) groupBytes * groupCapacity;
  }

  @Override
  public void accept(ColumnBatch batch, SelectedRows rows) {
    add(batch, rows);
    sample.add(rows.count, table.groupCount());
    long needed = fixedBytes(capacity) + table.keyBytes();
    for (BoundAggregate call : calls) {
      needed += call.aggregate().variableBytes();
    }
    release(needed);
  }

  /** Groups are not looked for: without room for a table, each row becomes a group. */
  @Override
  public void acceptUncounted(ColumnBatch batch, SelectedRows rows) {
    empty();
    table = new PassThroughTable(keyTypes);
    add(batch, rows);
  }

  private void add(ColumnBatch batch, SelectedRows rows) {
    makeRoom(rows);
    if (groups.length < batch.rowCount()) {
      groups = new int[batch.rowCount()];
    }
    table.assign(keys, rows, groups);
    for (BoundAggregate call : calls) {
      call.update(groups);
    }
  }

  private void makeRoom(SelectedRows rows) {
    int newCapacity = capacityFor(rows);
    long newKeyBytes = table.keyBytesFor(keys, rows);
    if (newCapacity > capacity || newKeyBytes > table.keyBytes()) {
      table.resize(newCapacity, newKeyBytes);
    }
    if (newCapacity > capacity) {
      for (BoundAggregate call : calls) {
        call.aggregate().resize(newCapacity);
      }
      capacity = newCapacity;
    }
  }

  @Override
  public int rowCount() {
    return table.groupCount();
  }

  @Override
  public long usedBytes() {
    long bytes = table.usedBytes() + (long) groupBytes * table.groupCount();
    for (BoundAggregate call : calls) {
      bytes += call.aggregate().variableBytes();
    }
    return bytes;
  }

  @Override
  public boolean holdsRows() {
    return passesThrough;
  }

  @Override
  public boolean wantsDrain() {
    return !passesThrough && !keyTypes.isEmpty() && sample.isWasteful();
  }

  @Override
  public List<ArrowColumn> drain() {
    List<ArrowColumn> out = new ArrayList<>();
    ColumnVector[] keyColumns = newVectors(keyTypes);
    table.keys(keyColumns);
    OutputColumns.copy(keyColumns, out);
    for (BoundAggregate call : calls) {
      PartialAggregate aggregate = call.aggregate();
      ColumnVector[] states = newVectors(aggregate.stateTypes());
      aggregate.state(table.groupCount(), states);
      OutputColumns.copy(states, out);
    }
    sample.drained();
    passesThrough |= wantsDrain();
    empty();
    release(0);
    return out;
  }

  private ColumnVector[] newVectors(List<SqlType> types) {
    return types.stream()
        .map(type -> new ColumnVector(type, table.groupCount()))
        .toArray(ColumnVector[]::new);
  }

  private void empty() {
    table = newTable();
    capacity = 0;
    for (BoundAggregate call : calls) {
      call.aggregate().resize(0);
    }
  }

  private void release(long stillNeeded) {
    if (reservedBytes > stillNeeded) {
      account.release(reservedBytes - stillNeeded);
      reservedBytes = stillNeeded;
    }
  }
}
