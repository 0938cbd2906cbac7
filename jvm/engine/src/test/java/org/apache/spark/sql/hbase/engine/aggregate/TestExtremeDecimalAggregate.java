package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.junit.jupiter.api.Test;

class TestExtremeDecimalAggregate {
  private static final SqlType TYPE = SqlType.decimal(38, 4);
  private static final BigInteger BIG = BigInteger.TEN.pow(30);

  @Test
  void isNullUntilTheFirstValue() {
    assertEquals(Arrays.asList((Object) null), of(Extreme.MIN));
  }

  @Test
  void comparesAllDigits() {
    BigInteger lowWordNegative = BigInteger.ONE.shiftLeft(63);
    assertEquals(List.of(BIG), of(Extreme.MAX, BIG, BIG.negate(), 1));
    assertEquals(List.of(BIG.negate()), of(Extreme.MIN, BIG, BIG.negate(), 1));
    assertEquals(List.of(lowWordNegative), of(Extreme.MAX, 1, lowWordNegative));
    assertEquals(List.of(BigInteger.ONE.negate()), of(Extreme.MIN, 0, -1));
  }

  private static List<Object> of(Extreme extreme, Object... values) {
    return AggregateStates.of(new ExtremeDecimalAggregate(extreme, TYPE), TYPE, values);
  }
}
