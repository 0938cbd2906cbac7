package org.apache.spark.sql.hbase.engine.operator.topn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.NullOrder;
import org.apache.spark.sql.hbase.wire.proto.SortDirection;
import org.junit.jupiter.api.Test;

class TestRowOrder {
  private static final Expression COLUMN = Plans.column(0, SqlType.BIGINT);

  @Test
  void valuesOfEachKindStandInSparksOrder() {
    assertAscending(SqlType.BIGINT, Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE);
    assertAscending(SqlType.BOOLEAN, false, true);
    assertAscending(
        SqlType.DOUBLE,
        Double.NEGATIVE_INFINITY,
        -1.5,
        0.0,
        Double.MIN_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NaN);
    assertAscending(SqlType.STRING, "", "B", "a", "ab", "é", "😀");
    assertAscending(
        SqlType.decimal(38, 0),
        BigInteger.TEN.pow(37).negate(),
        BigInteger.valueOf(-1),
        BigInteger.ZERO,
        BigInteger.ONE.shiftLeft(64),
        BigInteger.TEN.pow(37));
  }

  @Test
  void zerosAreEqualAndSoAreNaNs() {
    ColumnVector[] column = column(SqlType.DOUBLE, 0.0, -0.0, Double.NaN, Double.NaN);
    RowOrder order = new RowOrder(List.of(Plans.ascending(COLUMN)));
    assertEquals(0, order.compare(column, 0, column, 1));
    assertEquals(0, order.compare(column, 2, column, 3));
  }

  @Test
  void nullStandsWhereTheKeySaysWhateverTheDirection() {
    ColumnVector[] column = column(SqlType.BIGINT, null, 5L, null);
    for (SortDirection direction : List.of(SortDirection.ASCENDING, SortDirection.DESCENDING)) {
      RowOrder first =
          new RowOrder(List.of(Plans.sortKey(COLUMN, direction, NullOrder.NULLS_FIRST)));
      RowOrder last = new RowOrder(List.of(Plans.sortKey(COLUMN, direction, NullOrder.NULLS_LAST)));
      assertEquals(-1, first.compare(column, 0, column, 1));
      assertEquals(1, last.compare(column, 0, column, 1));
      assertEquals(-1, last.compare(column, 1, column, 2));
      assertEquals(0, last.compare(column, 0, column, 2));
    }
  }

  @Test
  void aKeyDecidesWhereTheKeysBeforeItAreEqual() {
    ColumnVector[] keys = {
      column(SqlType.BIGINT, 1L, 1L, 2L)[0], column(SqlType.STRING, "a", "b", "c")[0]
    };
    RowOrder order = new RowOrder(List.of(Plans.ascending(COLUMN), Plans.descending(COLUMN)));
    assertEquals(1, order.compare(keys, 0, keys, 1));
    assertEquals(-1, order.compare(keys, 0, keys, 2));
  }

  private static void assertAscending(SqlType type, Object... values) {
    ColumnVector[] column = column(type, values);
    RowOrder ascending = new RowOrder(List.of(Plans.ascending(COLUMN)));
    RowOrder descending = new RowOrder(List.of(Plans.descending(COLUMN)));
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values.length; j++) {
        assertEquals(Integer.compare(i, j), ascending.compare(column, i, column, j));
        assertEquals(Integer.compare(j, i), descending.compare(column, i, column, j));
      }
    }
  }

  private static ColumnVector[] column(SqlType type, Object... values) {
    ColumnVector column = new ColumnVector(type);
    Arrays.stream(values).forEach(value -> FixtureValues.put(value, type, column));
    return new ColumnVector[] {column};
  }
}
