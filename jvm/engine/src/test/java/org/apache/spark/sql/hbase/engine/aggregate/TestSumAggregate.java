package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.junit.jupiter.api.Test;

class TestSumAggregate {
  private static final SqlType WIDEST = SqlType.decimal(38, 0);
  private static final BigInteger NINES = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);

  @Test
  void sumsOfIntegersAreNullUntilTheFirstValue() {
    assertEquals(Arrays.asList((Object) null), longs(LongSums.Overflow.RAISES));
    assertEquals(Arrays.asList((Object) null), longs(LongSums.Overflow.RAISES, null, null));
    assertEquals(List.of(0L), longs(LongSums.Overflow.RAISES, 0));
    assertEquals(List.of(-1L), longs(LongSums.Overflow.RAISES, 5, null, -9, 3));
  }

  @Test
  void ansiRaisesOnOverflowEvenIfALaterValueWouldBringItBack() {
    EvaluationException e =
        assertThrows(
            EvaluationException.class,
            () -> longs(LongSums.Overflow.RAISES, Long.MAX_VALUE, 1, -5));
    assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, e.code());
    assertEquals(List.of(Long.MAX_VALUE), longs(LongSums.Overflow.RAISES, Long.MAX_VALUE, 0));
    assertEquals(List.of(Long.MIN_VALUE), longs(LongSums.Overflow.RAISES, Long.MIN_VALUE + 1, -1));
  }

  @Test
  void legacyWraps() {
    assertEquals(List.of(Long.MIN_VALUE), longs(LongSums.Overflow.WRAPS, Long.MAX_VALUE, 1));
  }

  @Test
  void trySumIsZeroAndEmptyAtFirstAndNullAfterAnOverflow() {
    assertEquals(List.of(0L, true), tryLongs());
    assertEquals(List.of(0L, true), tryLongs((Object) null));
    assertEquals(List.of(7L, false), tryLongs(3, 4));
    assertEquals(Arrays.asList(null, false), tryLongs(Long.MAX_VALUE, 1, -5));
  }

  @Test
  void sumsOfDoublesAreNullUntilTheFirstValueAndStartAtPositiveZero() {
    assertEquals(Arrays.asList((Object) null), doubles());
    assertEquals(List.of(0.0), doubles(-0.0));
    assertEquals(List.of(4.0), doubles(1.5, 2.5));
  }

  @Test
  void infinitiesAndNanSpread() {
    assertEquals(List.of(Double.POSITIVE_INFINITY), doubles(Double.MAX_VALUE, Double.MAX_VALUE));
    assertEquals(List.of(Double.NaN), doubles(1.0, Double.NaN));
    assertEquals(List.of(Double.NaN), doubles(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
  }

  @Test
  void sumsOfDecimalsAreZeroAndEmptyAtFirst() {
    for (int precision : new int[] {8, 18, 28}) {
      SqlType type = SqlType.decimal(precision, 2);
      assertEquals(List.of(BigInteger.ZERO, true), decimals(new DecimalSums(type), type));
    }
    assertEquals(List.of(BigInteger.ZERO, true), decimals(new BoundedDecimalSums(WIDEST), WIDEST));
  }

  @Test
  void addsDecimalsOfAnyWidth() {
    for (int precision : new int[] {5, 8, 9, 12, 18, 19, 28, 29, 38}) {
      SqlType type = SqlType.decimal(precision, 2);
      assertEquals(
          List.of(BigInteger.valueOf(-12_346), false),
          decimals(new DecimalSums(type), type, 1, -12_345, null, -2));
    }
    assertEquals(
        List.of(BigInteger.valueOf(-12_346), false),
        decimals(new BoundedDecimalSums(WIDEST), WIDEST, 1, -12_345, -2));
  }

  @Test
  void carriesAndBorrowsBeyondSixtyFourBits() {
    BigInteger big = BigInteger.TEN.pow(18).subtract(BigInteger.ONE);
    for (int precision : new int[] {18, 19, 28}) {
      SqlType type = SqlType.decimal(precision, 0);
      for (BigInteger value : List.of(big, big.negate())) {
        assertEquals(
            List.of(value.multiply(BigInteger.valueOf(50)), false),
            decimals(new DecimalSums(type), type, Collections.nCopies(50, value).toArray()));
      }
    }
  }

  @Test
  void aBoundedSumIsNullButNotEmptyAfterOverflowAndStaysSo() {
    assertEquals(List.of(NINES, false), bounded(NINES, 0));
    assertEquals(Arrays.asList(null, false), bounded(NINES, 1, -1));
    assertEquals(Arrays.asList(null, false), bounded(NINES.negate(), NINES.negate()));
  }

  @Test
  void anUnboundedSumMayLeaveItsTypeAndOneHundredTwentyEightBitsForAWhile() {
    assertEquals(Arrays.asList(null, false), decimals(new DecimalSums(WIDEST), WIDEST, NINES, 1));
    assertEquals(List.of(NINES, false), decimals(new DecimalSums(WIDEST), WIDEST, NINES, 1, -1));
    Object[] thereAndBack = new Object[60];
    Arrays.fill(thereAndBack, 0, 30, NINES.negate());
    Arrays.fill(thereAndBack, 30, 60, NINES);
    assertEquals(
        List.of(BigInteger.ZERO, false), decimals(new DecimalSums(WIDEST), WIDEST, thereAndBack));
    // 2^128 / NINES is 3.4: the low 128 bits alone would look like a small sum again.
    assertEquals(
        Arrays.asList(null, false),
        decimals(new DecimalSums(WIDEST), WIDEST, Collections.nCopies(34, NINES).toArray()));
  }

  @Test
  void averagesAreASumAndACount() {
    assertEquals(List.of(0.0, 0L), averages(SqlType.DOUBLE));
    assertEquals(List.of(4.0, 2L), averages(SqlType.FLOAT, 1.5, null, 2.5));
    assertEquals(
        List.of(2 * (double) Long.MAX_VALUE, 2L),
        averages(SqlType.BIGINT, Long.MAX_VALUE, Long.MAX_VALUE));
  }

  @Test
  void anAverageOfDecimalsLosesTheSumButNotTheCountOnOverflow() {
    for (GroupSums sums : List.of(new DecimalSums(WIDEST), new BoundedDecimalSums(WIDEST))) {
      assertEquals(
          Arrays.asList(null, 3L),
          AggregateStates.of(
              new SumAggregate(sums, SumAggregate.EmptySum.IS_COUNTED), WIDEST, NINES, NINES, 1));
    }
  }

  @Test
  void keepsTheSumsOfGroupsApart() {
    SumAggregate sum =
        new SumAggregate(new LongSums(LongSums.Overflow.RAISES), SumAggregate.EmptySum.IS_NULL);
    AggregateStates states = new AggregateStates(sum, SqlType.INT).groups(2);
    states.add(0, 1, 2).add(1, 10).groups(3).add(0, 4);
    assertEquals(List.of(List.of(7L), List.of(10L), Arrays.asList((Object) null)), states.state());
  }

  private static List<Object> longs(LongSums.Overflow overflow, Object... values) {
    return AggregateStates.of(
        new SumAggregate(new LongSums(overflow), SumAggregate.EmptySum.IS_NULL),
        SqlType.BIGINT,
        values);
  }

  private static List<Object> tryLongs(Object... values) {
    return AggregateStates.of(
        new SumAggregate(new LongSums(LongSums.Overflow.IS_NULL), SumAggregate.EmptySum.IS_FLAGGED),
        SqlType.BIGINT,
        values);
  }

  private static List<Object> doubles(Object... values) {
    return AggregateStates.of(
        new SumAggregate(new DoubleSums(SqlType.DOUBLE), SumAggregate.EmptySum.IS_NULL),
        SqlType.DOUBLE,
        values);
  }

  private static List<Object> bounded(Object... values) {
    return decimals(new BoundedDecimalSums(WIDEST), WIDEST, values);
  }

  private static List<Object> decimals(GroupSums sums, SqlType type, Object... values) {
    return AggregateStates.of(
        new SumAggregate(sums, SumAggregate.EmptySum.IS_FLAGGED), type, values);
  }

  private static List<Object> averages(SqlType type, Object... values) {
    return AggregateStates.of(
        new SumAggregate(new DoubleSums(type), SumAggregate.EmptySum.IS_COUNTED), type, values);
  }
}
