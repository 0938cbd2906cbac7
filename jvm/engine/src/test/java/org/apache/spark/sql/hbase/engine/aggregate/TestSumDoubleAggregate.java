package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.junit.jupiter.api.Test;

class TestSumDoubleAggregate {
  @Test
  void isNullUntilTheFirstValue() {
    assertEquals(
        Arrays.asList((Object) null), AggregateStates.of(new SumDoubleAggregate(), SqlType.DOUBLE));
  }

  @Test
  void addsToPositiveZeroAsSparkDoes() {
    assertEquals(List.of(0.0), AggregateStates.of(new SumDoubleAggregate(), SqlType.DOUBLE, -0.0));
    assertEquals(
        List.of(4.0), AggregateStates.of(new SumDoubleAggregate(), SqlType.FLOAT, 1.5, 2.5));
  }

  @Test
  void infinitiesAndNanSpread() {
    assertEquals(
        List.of(Double.POSITIVE_INFINITY),
        AggregateStates.of(
            new SumDoubleAggregate(), SqlType.DOUBLE, Double.MAX_VALUE, Double.MAX_VALUE));
    assertEquals(
        List.of(Double.NaN),
        AggregateStates.of(new SumDoubleAggregate(), SqlType.DOUBLE, 1.0, Double.NaN));
  }
}
