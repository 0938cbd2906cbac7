package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.junit.jupiter.api.Test;

class TestExtremeAggregate {
  private static final SqlType WIDE = SqlType.decimal(38, 4);

  @Test
  void isNullUntilTheFirstValue() {
    for (SqlType type : List.of(SqlType.DATE, SqlType.DOUBLE, WIDE, SqlType.STRING)) {
      assertEquals(Arrays.asList((Object) null), min(type));
      assertEquals(Arrays.asList((Object) null), max(type, null, null));
    }
    assertEquals(List.of(Long.MAX_VALUE), min(SqlType.BIGINT, Long.MAX_VALUE));
    assertEquals(List.of(Double.NEGATIVE_INFINITY), max(SqlType.DOUBLE, Double.NEGATIVE_INFINITY));
    assertEquals(List.of(""), max(SqlType.STRING, ""));
  }

  @Test
  void findsBothEnds() {
    assertEquals(List.of(-3L), min(SqlType.BIGINT, 5, -3, null, 0));
    assertEquals(List.of(5L), max(SqlType.BIGINT, 5, -3, 0));
    assertEquals(List.of(false), min(SqlType.BOOLEAN, true, false));
  }

  @Test
  void nanIsAboveAll() {
    SqlType type = SqlType.DOUBLE;
    assertEquals(List.of(Double.NaN), max(type, 1.0, Double.NaN, Double.POSITIVE_INFINITY));
    assertEquals(List.of(1.0), min(type, Double.NaN, 1.0));
    assertEquals(List.of(Double.NaN), min(type, Double.NaN));
  }

  @Test
  void zerosOfBothSignsAreEqualAndTheFirstStays() {
    assertEquals(List.of(-0.0), min(SqlType.DOUBLE, -0.0, 0.0));
    assertEquals(List.of(0.0), min(SqlType.DOUBLE, 0.0, -0.0));
    assertEquals(List.of(-0.0), max(SqlType.DOUBLE, -0.0, 0.0));
  }

  @Test
  void comparesAllDigitsOfLongDecimals() {
    BigInteger big = BigInteger.TEN.pow(30);
    BigInteger lowWordNegative = BigInteger.ONE.shiftLeft(63);
    assertEquals(List.of(big), max(WIDE, big, big.negate(), 1));
    assertEquals(List.of(big.negate()), min(WIDE, big, big.negate(), 1));
    assertEquals(List.of(lowWordNegative), max(WIDE, 1, lowWordNegative));
    assertEquals(List.of(BigInteger.ONE.negate()), min(WIDE, 0, -1));
  }

  @Test
  void comparesUnsignedBytes() {
    assertEquals(List.of("é"), max(SqlType.STRING, "z", "é", "B"));
    assertEquals(List.of("B"), min(SqlType.STRING, "a", "B", "é"));
    assertEquals(List.of("ab"), max(SqlType.STRING, "a", "ab"));
    assertEquals(List.of(""), min(SqlType.STRING, "a", ""));
  }

  @Test
  void aShorterValueReplacesALongerOneCompletely() {
    assertEquals(List.of("a"), min(SqlType.STRING, "long value", "b", "a"));
  }

  @Test
  void countsTheBytesThatItHolds() {
    ExtremeAggregate max = ExtremeAggregate.max(SqlType.STRING);
    ColumnVector values = new ColumnVector(SqlType.STRING);
    for (int i = 0; i < 100; i++) {
      FixtureValues.put("value " + i * i, SqlType.STRING, values);
    }
    ColumnVector[] arguments = {values};
    SelectedRows rows = SelectedRows.all(100);
    long bound = max.maxVariableBytes(arguments, rows);
    max.resize(2);
    int[] groups = new int[100];
    groups[7] = 1;
    max.update(arguments, rows, groups);
    assertTrue(max.variableBytes() > 0 && max.variableBytes() <= bound);
    max.resize(0);
    assertEquals(0, max.variableBytes());
  }

  private static List<Object> min(SqlType type, Object... values) {
    return AggregateStates.of(ExtremeAggregate.min(type), type, values);
  }

  private static List<Object> max(SqlType type, Object... values) {
    return AggregateStates.of(ExtremeAggregate.max(type), type, values);
  }
}
