package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.junit.jupiter.api.Test;

class TestExtremeDoubleAggregate {
  @Test
  void isNullUntilTheFirstValue() {
    assertEquals(Arrays.asList((Object) null), of(Extreme.MAX));
    assertEquals(List.of(Double.NEGATIVE_INFINITY), of(Extreme.MAX, Double.NEGATIVE_INFINITY));
  }

  @Test
  void nanIsAboveAll() {
    assertEquals(List.of(Double.NaN), of(Extreme.MAX, 1.0, Double.NaN, Double.POSITIVE_INFINITY));
    assertEquals(List.of(1.0), of(Extreme.MIN, Double.NaN, 1.0));
    assertEquals(List.of(Double.NaN), of(Extreme.MIN, Double.NaN));
  }

  @Test
  void zerosOfBothSignsAreEqualAndTheFirstStays() {
    assertEquals(List.of(-0.0), of(Extreme.MIN, -0.0, 0.0));
    assertEquals(List.of(0.0), of(Extreme.MIN, 0.0, -0.0));
    assertEquals(List.of(-0.0), of(Extreme.MAX, -0.0, 0.0));
  }

  private static List<Object> of(Extreme extreme, Object... values) {
    return AggregateStates.of(
        new ExtremeDoubleAggregate(extreme, SqlType.DOUBLE), SqlType.DOUBLE, values);
  }
}
