package org.apache.spark.sql.hbase.engine.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.apache.spark.sql.hbase.testkit.ResultRows;
import org.junit.jupiter.api.Test;

class TestRowSink {
  private final MemoryAccount account = MemoryAccount.ofLimit(2_000);
  private final RowSink sink = new RowSink(List.of(SqlType.STRING), account);

  @Test
  void keepsTheSelectedRowsUntilItIsDrained() {
    ColumnBatch batch = batch("a", "b", "c");
    SelectedRows rows = new SelectedRows(2);
    rows.add(0);
    rows.add(2);
    assertTrue(sink.reserve(batch, rows));
    sink.accept(batch, rows);
    assertEquals(2, sink.rowCount());
    assertTrue(account.reservedBytes() >= sink.usedBytes());
    assertEquals(List.of(List.of("a"), List.of("c")), ResultRows.of(sink.drain(), 2));
    assertEquals(0, account.reservedBytes());
    assertEquals(0, sink.rowCount());
  }

  @Test
  void changesNothingWhenMemoryIsRefused() {
    ColumnBatch batch = batch("x".repeat(3_000));
    assertFalse(sink.reserve(batch, SelectedRows.all(1)));
    assertEquals(0, account.reservedBytes());
    assertEquals(0, sink.rowCount());
  }

  @Test
  void takesABatchBeyondItsBudgetWhenItIsTold() {
    String wide = "x".repeat(3_000);
    ColumnBatch batch = batch(wide);
    assertFalse(sink.reserve(batch, SelectedRows.all(1)));
    sink.acceptUncounted(batch, SelectedRows.all(1));
    assertEquals(List.of(List.of(wide)), ResultRows.of(sink.drain(), 1));
    assertEquals(0, account.reservedBytes());
  }

  private static ColumnBatch batch(String... values) {
    ColumnVector column = new ColumnVector(SqlType.STRING);
    for (String value : values) {
      FixtureValues.put(value, SqlType.STRING, column);
    }
    ColumnBatch batch = new ColumnBatch(new ColumnVector[] {column}, values.length);
    batch.setRowCount(values.length);
    return batch;
  }
}
