package org.apache.spark.sql.hbase.engine.operator.aggregate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.aggregate.GroupRuns;
import org.apache.spark.sql.hbase.engine.aggregate.PartialAggregate;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.operator.BatchSink;
import org.apache.spark.sql.hbase.engine.operator.OutputColumns;
import org.apache.spark.sql.hbase.engine.operator.group.GroupTable;
import org.apache.spark.sql.hbase.engine.operator.group.GroupTables;
import org.apache.spark.sql.hbase.engine.operator.group.GroupingSample;
import org.apache.spark.sql.hbase.engine.operator.group.KeyArena;
import org.apache.spark.sql.hbase.wire.ArrowColumn;

/**
 * Partial aggregation. Output: the group columns, then the state columns of each call.
 *
 * <p>How groups are found adapts to the keys: {@link GroupTables}. Grouping that does not reduce
 * switches itself off. A sample of rows may have more than {@value #MAX_GROUPS_PER_ROW} groups per
 * row. Then the rest of the scan passes every row on as a group of its own. That costs less here
 * and nothing more at the consumer.
 */
public final class AggregateOperator implements BatchSink {
  static final double MAX_GROUPS_PER_ROW = 0.8;

  /** Keeps every array below the longest that Java has; a batch that needs more is refused. */
  private static final long MAX_TABLE_BYTES = 4L << 30;

  private final VectorExpression[] keyExpressions;
  private final BoundAggregate[] calls;
  private final int groupBytes;

  /** State columns of one group as {@link #drain} returns them. */
  private final long stateBytes;

  private final MemoryAccount account;
  private final GroupingSample sample;
  private final GroupTables tables;

  private GroupTable table;

  /** Groups there is room for, in the table and in all aggregates. */
  private int capacity;

  private long reservedBytes;

  private final ColumnVector[] keys;
  private int[] groups = {};
  private final GroupRuns runs = new GroupRuns();

  private AggregateOperator(
      List<VectorExpression> groupBy,
      GroupTables tables,
      List<BoundAggregate> calls,
      MemoryAccount account,
      long sampleRows) {
    this.keyExpressions = groupBy.toArray(VectorExpression[]::new);
    this.calls = calls.toArray(BoundAggregate[]::new);
    this.groupBytes = calls.stream().mapToInt(call -> call.aggregate().bytesPerGroup()).sum();
    this.stateBytes =
        calls.stream()
            .flatMap(call -> call.aggregate().stateTypes().stream())
            .mapToLong(type -> ColumnVector.bytesFor(type, 1))
            .sum();
    this.account = account;
    this.sample = new GroupingSample(sampleRows, MAX_GROUPS_PER_ROW);
    this.keys = new ColumnVector[keyExpressions.length];
    this.tables = tables;
    this.table = tables.newTable();
  }

  /**
   * For groups whose rows come in any order.
   *
   * @param sampleRows after which grouping is given up if it does not reduce
   */
  public static AggregateOperator ofAnyOrder(
      List<VectorExpression> groupBy,
      List<BoundAggregate> calls,
      MemoryAccount account,
      long sampleRows) {
    return new AggregateOperator(
        groupBy, GroupTables.ofKeys(types(groupBy)), calls, account, sampleRows);
  }

  /** For groups that come one after the other: no table, and frames as for rows. */
  public static AggregateOperator ofOrderedGroups(
      List<VectorExpression> groupBy, List<BoundAggregate> calls, MemoryAccount account) {
    return new AggregateOperator(
        groupBy, GroupTables.ofOrderedKeys(types(groupBy)), calls, account, Long.MAX_VALUE);
  }

  private static List<SqlType> types(List<VectorExpression> expressions) {
    return expressions.stream().map(VectorExpression::type).toList();
  }

  /** Also false, on a table that holds groups, if it cannot take the batch's keys. */
  @Override
  public boolean reserve(ColumnBatch batch, SelectedRows rows) {
    evaluate(batch, rows);
    boolean areAccepted = table.accepts(keys, rows);
    while (!areAccepted || !reserveFor(rows)) {
      boolean isEmpty = table.groupCount() == 0;
      // Keys of too many values for a table would soon be too many for the next one, too.
      boolean hasOtherTable = (isEmpty || !areAccepted) && tables.giveUpDirect();
      if (!isEmpty || !hasOtherTable) {
        return false;
      }
      table = tables.newTable();
      evaluateKeys(batch, rows);
      areAccepted = table.accepts(keys, rows);
    }
    return true;
  }

  private boolean reserveFor(SelectedRows rows) {
    int newCapacity = capacityFor(rows);
    long newKeyBytes = table.keyBytesFor(keys, rows);
    if (newKeyBytes > KeyArena.MAX_BYTES || fixedBytes(newCapacity) > MAX_TABLE_BYTES) {
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
    evaluateKeys(batch, rows);
    for (BoundAggregate call : calls) {
      call.evaluate(batch, rows);
    }
  }

  private void evaluateKeys(ColumnBatch batch, SelectedRows rows) {
    for (int i = 0; i < keys.length; i++) {
      keys[i] =
          table.takesPlaces()
              ? keyExpressions[i].evaluateOrPlaces(batch, rows)
              : keyExpressions[i].evaluate(batch, rows);
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
    table = tables.newPassThrough();
    evaluateKeys(batch, rows);
    add(batch, rows);
  }

  private void add(ColumnBatch batch, SelectedRows rows) {
    makeRoom(rows);
    if (groups.length < batch.rowCount()) {
      groups = new int[batch.rowCount()];
    }
    table.assign(keys, rows, groups);
    // Rows of one group are sorted. Else sorting takes about as long as one aggregate gains by it.
    boolean areSorted =
        table.groupCount() == 1
            || calls.length > 1 && GroupRuns.pay(rows.count, table.groupCount());
    if (areSorted) {
      runs.sort(rows, groups, table.groupCount());
    }
    for (BoundAggregate call : calls) {
      call.update(rows, groups, areSorted ? runs : null);
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

  /**
   * Counts the bytes that groups take in a frame, also for groups of one row; these differ from the
   * bytes of the arrays here.
   */
  @Override
  public long usedBytes() {
    long bytes = table.usedBytes() + (holdsRows() ? stateBytes : groupBytes) * table.groupCount();
    for (BoundAggregate call : calls) {
      bytes += call.aggregate().variableBytes();
    }
    return bytes;
  }

  @Override
  public boolean holdsRows() {
    return tables.groupsAreComplete();
  }

  @Override
  public boolean wantsDrain() {
    return !tables.groupsAreComplete() && keys.length > 0 && sample.isWasteful();
  }

  @Override
  public void renewExpressions(BatchSink fresh) {
    AggregateOperator other = (AggregateOperator) fresh;
    System.arraycopy(other.keyExpressions, 0, keyExpressions, 0, keyExpressions.length);
    Arrays.fill(keys, null);
    for (int i = 0; i < calls.length; i++) {
      calls[i].renewExpressions(other.calls[i]);
    }
    groups = other.groups;
  }

  @Override
  public List<ArrowColumn> drain() {
    List<ArrowColumn> out = new ArrayList<>();
    ColumnVector[] keyColumns = newVectors(tables.keyTypes());
    table.keys(keyColumns);
    OutputColumns.copy(keyColumns, out);
    for (BoundAggregate call : calls) {
      PartialAggregate aggregate = call.aggregate();
      ColumnVector[] states = newVectors(aggregate.stateTypes());
      aggregate.state(table.groupCount(), states);
      OutputColumns.copy(states, out);
    }
    sample.drained();
    if (wantsDrain()) {
      tables.giveUpGrouping();
    }
    long kept = fixedBytes(capacity) + table.keyBytes();
    if (tables.passesThrough() && kept <= reservedBytes && table.restart()) {
      restartAggregates();
      release(kept);
    } else {
      empty();
      release(0);
    }
    return out;
  }

  /** The next groups will be as many: the arrays stay, so that they need not grow again. */
  private void restartAggregates() {
    for (BoundAggregate call : calls) {
      call.aggregate().resize(0);
      call.aggregate().resize(capacity);
    }
  }

  private ColumnVector[] newVectors(List<SqlType> types) {
    return types.stream()
        .map(type -> new ColumnVector(type, table.groupCount()))
        .toArray(ColumnVector[]::new);
  }

  private void empty() {
    table = tables.newTable();
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
