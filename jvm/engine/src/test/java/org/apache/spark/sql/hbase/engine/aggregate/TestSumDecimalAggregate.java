package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.junit.jupiter.api.Test;

class TestSumDecimalAggregate {
  private static final BigInteger NINES = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
  private static final SqlType WIDEST = SqlType.decimal(38, 2);

  @Test
  void isZeroAndEmptyWithoutValues() {
    SqlType type = SqlType.decimal(12, 2);
    assertEquals(
        List.of(BigInteger.ZERO, true), AggregateStates.of(new SumDecimalAggregate(type), type));
  }

  @Test
  void hasTenDigitsMoreThanItsArgument() {
    assertEquals(
        List.of(SqlType.decimal(22, 2), SqlType.BOOLEAN),
        new SumDecimalAggregate(SqlType.decimal(12, 2)).stateTypes());
    assertEquals(List.of(WIDEST, SqlType.BOOLEAN), new SumDecimalAggregate(WIDEST).stateTypes());
  }

  @Test
  void addsArgumentsAndSumsOfAnyWidth() {
    for (int precision : new int[] {5, 12, 18, 19, 38}) {
      SqlType type = SqlType.decimal(precision, 2);
      assertEquals(
          List.of(BigInteger.valueOf(-12_346), false),
          AggregateStates.of(new SumDecimalAggregate(type), type, 1, -12_345, -2));
    }
  }

  @Test
  void carriesBeyondSixtyFourBits() {
    SqlType type = SqlType.decimal(18, 0);
    BigInteger big = BigInteger.TEN.pow(18).subtract(BigInteger.ONE);
    Object[] values = new Object[50];
    Arrays.fill(values, big.longValue());
    assertEquals(
        List.of(big.multiply(BigInteger.valueOf(50)), false),
        AggregateStates.of(new SumDecimalAggregate(type), type, values));
  }

  @Test
  void isNullButNotEmptyAfterOverflowAndStaysSo() {
    assertEquals(
        List.of(NINES, false),
        AggregateStates.of(new SumDecimalAggregate(WIDEST), WIDEST, NINES, 0));
    assertEquals(
        Arrays.asList(null, false),
        AggregateStates.of(new SumDecimalAggregate(WIDEST), WIDEST, NINES, 1, -1));
    assertEquals(
        Arrays.asList(null, false),
        AggregateStates.of(
            new SumDecimalAggregate(WIDEST), WIDEST, NINES.negate(), NINES.negate()));
  }
}
