package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.junit.jupiter.api.Test;

class TestAvgDecimalAggregate {
  @Test
  void isZeroOverZeroWithoutValues() {
    SqlType type = SqlType.decimal(12, 2);
    assertEquals(
        List.of(BigInteger.ZERO, 0L), AggregateStates.of(new AvgDecimalAggregate(type), type));
  }

  @Test
  void sumsAndCounts() {
    for (int precision : new int[] {5, 18, 28}) {
      SqlType type = SqlType.decimal(precision, 2);
      assertEquals(
          List.of(BigInteger.valueOf(-150), 2L),
          AggregateStates.of(new AvgDecimalAggregate(type), type, 100, -250));
    }
  }

  @Test
  void losesTheSumButNotTheCountOnOverflow() {
    SqlType widest = SqlType.decimal(38, 0);
    BigInteger nines = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
    assertEquals(
        Arrays.asList(null, 3L),
        AggregateStates.of(new AvgDecimalAggregate(widest), widest, nines, nines, 1));
  }
}
