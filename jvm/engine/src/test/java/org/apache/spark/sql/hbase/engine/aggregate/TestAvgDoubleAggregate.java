package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.junit.jupiter.api.Test;

class TestAvgDoubleAggregate {
  @Test
  void isZeroOverZeroWithoutValues() {
    assertEquals(
        List.of(0.0, 0L),
        AggregateStates.of(new AvgDoubleAggregate(SqlType.DOUBLE), SqlType.DOUBLE));
  }

  @Test
  void sumsAndCounts() {
    assertEquals(
        List.of(4.0, 2L),
        AggregateStates.of(new AvgDoubleAggregate(SqlType.FLOAT), SqlType.FLOAT, 1.5, 2.5));
  }

  @Test
  void integersAreAddedAsDoublesAndNeverOverflow() {
    assertEquals(
        List.of(2 * (double) Long.MAX_VALUE, 2L),
        AggregateStates.of(
            new AvgDoubleAggregate(SqlType.BIGINT),
            SqlType.BIGINT,
            Long.MAX_VALUE,
            Long.MAX_VALUE));
  }
}
