package org.apache.spark.sql.hbase.engine.operator.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.aggregate.CountAggregate;
import org.apache.spark.sql.hbase.engine.aggregate.ExtremeAggregate;
import org.apache.spark.sql.hbase.engine.aggregate.PartialAggregates;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.ExpressionCompiler;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.testkit.ResultRows;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.junit.jupiter.api.Test;

class TestAggregateOperator {
  /** Longer than what a dictionary of short keys takes. */
  private static final int LONG_KEY_BYTES = 65;

  private static final long MANY = Long.MAX_VALUE / 4;
  private static final List<SqlType> TYPES =
      List.of(SqlType.BIGINT, SqlType.STRING, SqlType.BOOLEAN);

  private final MemoryAccount account = MemoryAccount.ofLimit(100_000);
  private final ColumnVector[] columns =
      TYPES.stream().map(ColumnVector::new).toArray(ColumnVector[]::new);

  @Test
  void groupsOverManyBatches() {
    AggregateOperator aggregate = countAndMax(column(0), MANY);
    add(aggregate, batch(row(1, "a", true), row(2, "b", true), row(1, null, true)));
    add(aggregate, batch(row(2, "c", true), row(null, "d", true)));
    assertEquals(3, aggregate.rowCount());
    assertEquals(List.of(row(1L, 2L, "a"), row(2L, 2L, "c"), row(null, 1L, "d")), drain(aggregate));
  }

  @Test
  void isEmptyAndOwesNothingOnceItIsDrained() {
    AggregateOperator aggregate = countAndMax(column(0), MANY);
    add(aggregate, batch(row(1, "a", true)));
    assertTrue(account.reservedBytes() > 0);
    assertTrue(aggregate.usedBytes() > 0 && aggregate.usedBytes() <= account.reservedBytes());
    drain(aggregate);
    assertEquals(0, aggregate.rowCount());
    assertEquals(0, aggregate.usedBytes());
    assertEquals(0, account.reservedBytes());
    add(aggregate, batch(row(1, "b", true)));
    assertEquals(List.of(row(1L, 1L, "b")), drain(aggregate));
  }

  @Test
  void countsOnlyTheRowsOfItsFilterAndKeepsTheOtherGroups() {
    BoundAggregate filtered =
        new BoundAggregate(new CountAggregate(), List.of(column(1)), column(2));
    AggregateOperator aggregate =
        AggregateOperator.ofAnyOrder(List.of(column(0)), List.of(filtered), account, MANY);
    add(
        aggregate,
        batch(row(1, "a", true), row(1, "a", null), row(2, "a", false), row(1, null, true)));
    assertEquals(List.of(row(1L, 1L), row(2L, 0L)), drain(aggregate));
  }

  @Test
  void countOfSeveralArgumentsNeedsAllOfThem() {
    BoundAggregate both =
        new BoundAggregate(new CountAggregate(), List.of(column(0), column(1)), null);
    AggregateOperator aggregate =
        AggregateOperator.ofAnyOrder(List.of(), List.of(both), account, MANY);
    add(aggregate, batch(row(1, "a", true), row(null, "a", true), row(1, null, true)));
    assertEquals(List.of(row(1L)), drain(aggregate));
  }

  @Test
  void changesNothingWhenMemoryIsRefused() {
    AggregateOperator aggregate = countAndMax(column(1), MANY);
    add(aggregate, batch(row(1, "a", true)));
    long reserved = account.reservedBytes();
    ColumnBatch wide = batch(row(1, "x".repeat(100_000), true));
    assertFalse(aggregate.reserve(wide, SelectedRows.all(1)));
    assertEquals(reserved, account.reservedBytes());
    assertEquals(List.of(row("a", 1L, "a")), drain(aggregate));
  }

  @Test
  void makesEachRowAGroupWhenThereIsNoMemoryAtAll() {
    AggregateOperator aggregate = countAndMax(column(0), MANY);
    account.tryReserve(100_000);
    ColumnBatch batch = batch(row(1, "a", true), row(1, "b", true));
    assertFalse(aggregate.reserve(batch, SelectedRows.all(2)));
    aggregate.acceptUncounted(batch, SelectedRows.all(2));
    assertEquals(List.of(row(1L, 1L, "a"), row(1L, 1L, "b")), drain(aggregate));
    account.release(100_000);
    add(aggregate, batch(row(1, "a", true), row(1, "b", true)));
    assertEquals(List.of(row(1L, 2L, "b")), drain(aggregate));
  }

  @Test
  void givesUpGroupingThatDoesNotReduce() {
    AggregateOperator aggregate = countAndMax(column(0), 3);
    add(aggregate, batch(row(1, "a", true), row(2, "b", true)));
    assertFalse(aggregate.wantsDrain());
    add(aggregate, batch(row(3, "c", true)));
    assertTrue(aggregate.wantsDrain());
    assertEquals(3, drain(aggregate).size());
    assertTrue(aggregate.holdsRows());
    add(aggregate, batch(row(1, "a", true), row(1, "b", true)));
    assertFalse(aggregate.wantsDrain());
    assertEquals(List.of(row(1L, 1L, "a"), row(1L, 1L, "b")), drain(aggregate));
  }

  @Test
  void rowsThatAreGroupsFillAFrameAsOtherRowsOfTheirTypesDo() {
    BoundAggregate count = new BoundAggregate(new CountAggregate(), List.of(), null);
    BoundAggregate sum =
        new BoundAggregate(
            PartialAggregates.ofGroups(
                Plans.aggregateCall(AggregateFunction.SUM, Plans.column(0, SqlType.BIGINT))),
            List.of(column(0)),
            null);
    AggregateOperator aggregate =
        AggregateOperator.ofAnyOrder(List.of(column(0)), List.of(count, sum), account, 1);
    add(aggregate, batch(row(1, "a", true)));
    drain(aggregate);
    add(aggregate, batch(row(1, "a", true), row(1, "b", true)));
    assertEquals(3 * ColumnVector.bytesFor(SqlType.BIGINT, 2), aggregate.usedBytes());
  }

  @Test
  void keepsGroupingThatReduces() {
    AggregateOperator aggregate = countAndMax(column(0), 3);
    add(aggregate, batch(row(1, "a", true), row(1, "b", true), row(2, "c", true)));
    assertFalse(aggregate.wantsDrain());
    drain(aggregate);
    assertFalse(aggregate.holdsRows());
  }

  @Test
  void neverGivesUpTheSingleGroup() {
    BoundAggregate count = new BoundAggregate(new CountAggregate(), List.of(), null);
    AggregateOperator aggregate =
        AggregateOperator.ofAnyOrder(List.of(), List.of(count), account, 1);
    add(aggregate, batch(row(1, "a", true)));
    assertFalse(aggregate.wantsDrain());
  }

  @Test
  void shortKeysAreLookedUpUntilALongOneComes() {
    AggregateOperator aggregate = countAndMax(column(1), MANY);
    add(aggregate, batch(row(1, "b", true), row(2, "", true), row(3, null, true)));
    String text = "b".repeat(LONG_KEY_BYTES);
    ColumnBatch longer = batch(row(4, "b", true), row(5, text, true));
    assertFalse(aggregate.reserve(longer, SelectedRows.all(2)));
    assertEquals(
        List.of(row("b", 1L, "b"), row("", 1L, ""), row(null, 1L, null)), drain(aggregate));
    add(aggregate, longer);
    assertEquals(List.of(row("b", 1L, "b"), row(text, 1L, text)), drain(aggregate));
    assertEquals(0, account.reservedBytes());
  }

  @Test
  void textsOfManyValuesAreHashedOnceTheirDictionaryIsFull() {
    BoundAggregate count = new BoundAggregate(new CountAggregate(), List.of(), null);
    AggregateOperator aggregate =
        AggregateOperator.ofAnyOrder(
            List.of(column(1)), List.of(count), MemoryAccount.ofLimit(64L << 20), MANY);
    int values = 20_000;
    int groups = 0;
    for (int row = 0; row < 3 * values; row++) {
      ColumnBatch batch = batch(row(1, "text " + row % values, true));
      if (!aggregate.reserve(batch, SelectedRows.all(1))) {
        groups += drain(aggregate).size();
      }
      add(aggregate, batch);
    }
    groups += drain(aggregate).size();
    assertTrue(groups < 2 * values, groups + " groups of " + values + " values");
  }

  @Test
  void aLongerKeyInTheFirstBatchNeedsNoDrain() {
    AggregateOperator aggregate = countAndMax(column(1), MANY);
    add(aggregate, batch(row(1, "aa", true), row(2, "b", true), row(3, "é", true)));
    assertEquals(
        List.of(row("aa", 1L, "aa"), row("b", 1L, "b"), row("é", 1L, "é")), drain(aggregate));
  }

  @Test
  void hashesWhereThereIsNoRoomForAllPossibleKeys() {
    AggregateOperator aggregate = countAndMax(column(1), MANY);
    account.tryReserve(99_000);
    add(aggregate, batch(row(1, "b", true), row(2, "a", true), row(3, "b", true)));
    assertEquals(List.of(row("b", 2L, "b"), row("a", 1L, "a")), drain(aggregate));
  }

  @Test
  void orderedGroupsAreHandedOutAsRowsAre() {
    BoundAggregate count = new BoundAggregate(new CountAggregate(), List.of(), null);
    AggregateOperator aggregate =
        AggregateOperator.ofOrderedGroups(List.of(column(0)), List.of(count), account);
    assertTrue(aggregate.holdsRows());
    add(aggregate, batch(row(1, "a", true), row(1, "b", true), row(2, "c", true)));
    add(aggregate, batch(row(2, "d", true), row(3, "e", true)));
    assertFalse(aggregate.wantsDrain());
    assertEquals(List.of(row(1L, 2L), row(2L, 2L), row(3L, 1L)), drain(aggregate));
    add(aggregate, batch(row(3, "f", true)));
    assertEquals(List.of(row(3L, 1L)), drain(aggregate));
    assertEquals(0, account.reservedBytes());
  }

  @Test
  void withoutKeysThereIsNoOrderOfGroups() {
    BoundAggregate count = new BoundAggregate(new CountAggregate(), List.of(), null);
    AggregateOperator aggregate =
        AggregateOperator.ofOrderedGroups(List.of(), List.of(count), account);
    assertFalse(aggregate.holdsRows());
    add(aggregate, batch(row(1, "a", true), row(2, "b", true)));
    assertEquals(List.of(row(2L)), drain(aggregate));
  }

  private AggregateOperator countAndMax(VectorExpression key, long sampleRows) {
    BoundAggregate count = new BoundAggregate(new CountAggregate(), List.of(), null);
    BoundAggregate max =
        new BoundAggregate(ExtremeAggregate.max(SqlType.STRING), List.of(column(1)), null);
    return AggregateOperator.ofAnyOrder(List.of(key), List.of(count, max), account, sampleRows);
  }

  private static VectorExpression column(int ordinal) {
    return ExpressionCompiler.compile(Plans.column(ordinal, TYPES.get(ordinal)), TYPES);
  }

  private static List<Object> row(Object... values) {
    return Arrays.asList(values);
  }

  @SafeVarargs
  private final ColumnBatch batch(List<Object>... rows) {
    ColumnBatch batch = new ColumnBatch(columns, rows.length);
    batch.reset();
    for (List<Object> row : rows) {
      for (int i = 0; i < columns.length; i++) {
        FixtureValues.put(row.get(i), TYPES.get(i), columns[i]);
      }
    }
    batch.setRowCount(rows.length);
    return batch;
  }

  private static void add(AggregateOperator aggregate, ColumnBatch batch) {
    SelectedRows rows = SelectedRows.all(batch.rowCount());
    assertTrue(aggregate.reserve(batch, rows));
    aggregate.accept(batch, rows);
  }

  private static List<List<Object>> drain(AggregateOperator aggregate) {
    int rowCount = aggregate.rowCount();
    return ResultRows.of(aggregate.drain(), rowCount);
  }
}
