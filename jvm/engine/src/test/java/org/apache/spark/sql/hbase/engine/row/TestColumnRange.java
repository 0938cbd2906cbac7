package org.apache.spark.sql.hbase.engine.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.junit.jupiter.api.Test;

class TestColumnRange {
  private static final double OTHER_NAN = Double.longBitsToDouble(0xFFF8_0000_0000_0001L);

  @Test
  void doublesAreOrderedAsSparkOrdersThem() {
    List<Double> ascending =
        List.of(
            Double.NEGATIVE_INFINITY,
            -Double.MAX_VALUE,
            -1.5,
            -Double.MIN_VALUE,
            0.0,
            Double.MIN_VALUE,
            2.0,
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NaN);
    for (int i = 1; i < ascending.size(); i++) {
      long before = ColumnRange.ordered(ascending.get(i - 1));
      assertTrue(before < ColumnRange.ordered(ascending.get(i)), ascending.get(i).toString());
    }
    assertEquals(ColumnRange.ordered(0.0), ColumnRange.ordered(-0.0));
    assertEquals(ColumnRange.ordered(Double.NaN), ColumnRange.ordered(OTHER_NAN));
  }

  @Test
  void nanIsAboveEveryNumberAndNullInNoRange() {
    ColumnRange above = new ColumnRange(0, ColumnRange.ordered(5), Long.MAX_VALUE);
    ColumnRange below = new ColumnRange(0, Long.MIN_VALUE, ColumnRange.ordered(5));
    ColumnVector values = new ColumnVector(SqlType.DOUBLE);

    values.putDouble(OTHER_NAN);
    assertTrue(above.acceptsLast(values));
    assertFalse(below.acceptsLast(values));
    values.putDouble(-1);
    assertFalse(above.acceptsLast(values));
    assertTrue(below.acceptsLast(values));
    values.putNull();
    assertFalse(ColumnRange.notNull(0).acceptsLast(values));
  }
}
