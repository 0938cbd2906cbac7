package org.apache.spark.sql.hbase.engine.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.junit.jupiter.api.Test;

class TestSelectedRows {
  @Test
  void keepsTheRowsThatAreTrueAndNeitherFalseNorNull() {
    ColumnVector flags = new ColumnVector(SqlType.BOOLEAN);
    flags.putLong(1);
    flags.putLong(0);
    flags.putNull();
    flags.putLong(1);
    SelectedRows rows = SelectedRows.all(4);
    rows.keepTrue(flags);
    assertArrayEquals(new int[] {0, 3}, positions(rows));
  }

  @Test
  void keepsTheRowsThatAreNotNull() {
    ColumnVector values = new ColumnVector(SqlType.INT);
    values.putNull();
    values.putLong(1);
    SelectedRows rows = SelectedRows.all(2);
    rows.keepNotNull(values);
    assertArrayEquals(new int[] {1}, positions(rows));
  }

  @Test
  void selectsAllRowsOfBatchesOfAnySize() {
    SelectedRows rows = new SelectedRows(1);
    for (int count : new int[] {3, 0, 4_096, 4_097, 10_000, 5}) {
      rows.selectAll(count);
      rows.keepFirst(Long.MAX_VALUE);
      assertArrayEquals(IntStream.range(0, count).toArray(), positions(rows));
      Arrays.fill(rows.positions, -1);
    }
  }

  @Test
  void fillsInPositionsFromAnyOneOn() {
    for (int first : new int[] {0, 7, 4_095, 4_096, 9_000}) {
      int[] positions = new int[4];
      SelectedRows.fillAscending(positions, first, 3);
      assertArrayEquals(new int[] {first, first + 1, first + 2, 0}, positions);
    }
  }

  @Test
  void keepsTheFirstRows() {
    SelectedRows rows = SelectedRows.all(5);
    rows.keepFirst(Long.MAX_VALUE);
    rows.keepFirst(2);
    assertArrayEquals(new int[] {0, 1}, positions(rows));
    rows.keepFirst(0);
    assertTrue(rows.isEmpty());
  }

  @Test
  void growsWithTheRowsThatAreAddedOrCopied() {
    SelectedRows rows = new SelectedRows(1);
    for (int i = 0; i < 100; i++) {
      rows.add(i);
    }
    SelectedRows copy = new SelectedRows(1);
    copy.copyFrom(rows);
    assertArrayEquals(positions(rows), positions(copy));
  }

  private static int[] positions(SelectedRows rows) {
    return Arrays.copyOf(rows.positions, rows.count);
  }
}
