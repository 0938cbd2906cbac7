package org.apache.spark.sql.hbase.engine.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.junit.jupiter.api.Test;

class TestColumnBatch {
  @Test
  void isFullAtItsCapacityOfRows() {
    ColumnBatch batch = new ColumnBatch(new ColumnVector[] {null}, 2);
    batch.setRowCount(1);
    assertFalse(batch.isFull());
    batch.setRowCount(2);
    assertTrue(batch.isFull());
  }

  @Test
  void isFullEarlierWhereFewerRowsAreWantedOfIt() {
    ColumnBatch batch = new ColumnBatch(new ColumnVector[] {null}, 3);
    batch.fillUpTo(2, Long.MAX_VALUE);
    batch.setRowCount(2);
    assertTrue(batch.isFull());
    batch.fillUpTo(Long.MAX_VALUE, Long.MAX_VALUE);
    assertFalse(batch.isFull());
    batch.setRowCount(3);
    assertTrue(batch.isFull());
  }

  @Test
  void isFullEarlierWhenItsValuesAreWide() {
    ColumnVector wide = new ColumnVector(SqlType.BINARY);
    ColumnBatch batch = new ColumnBatch(new ColumnVector[] {null, wide}, 1000);
    wide.putBytes(new byte[ColumnBatch.FULL_AT_DATA_BYTES], 0, ColumnBatch.FULL_AT_DATA_BYTES);
    batch.setRowCount(1);
    assertTrue(batch.isFull());
  }

  @Test
  void isFullEarlierWhereFewerBytesAreWantedOfIt() {
    ColumnVector text = new ColumnVector(SqlType.STRING);
    ColumnBatch batch = new ColumnBatch(new ColumnVector[] {text}, 1000);
    text.putBytes(new byte[100], 0, 100);
    batch.setRowCount(1);
    batch.fillUpTo(Long.MAX_VALUE, 101);
    assertFalse(batch.isFull());
    batch.fillUpTo(Long.MAX_VALUE, 100);
    assertTrue(batch.isFull());
  }

  @Test
  void isEmptyAfterReset() {
    ColumnVector column = new ColumnVector(SqlType.INT);
    ColumnBatch batch = new ColumnBatch(new ColumnVector[] {null, column}, 10);
    column.putLong(1);
    batch.setRowCount(1);
    batch.reset();
    assertEquals(0, batch.rowCount());
    assertEquals(0, column.size());
  }
}
