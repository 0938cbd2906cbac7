package org.apache.spark.sql.hbase.codec.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.hbase.codec.RecordingSink;
import org.junit.jupiter.api.Test;

class TestDecimals {
  @Test
  void thePrecisionEndsJustBelowItsPowerOfTen() {
    for (int precision = 1; precision <= SqlType.MAX_PRECISION; precision++) {
      BigInteger bound = BigInteger.TEN.pow(precision);
      assertTrue(fits(bound.subtract(BigInteger.ONE), precision));
      assertTrue(fits(bound.subtract(BigInteger.ONE).negate(), precision));
      assertFalse(fits(bound, precision));
      assertFalse(fits(bound.negate(), precision));
    }
  }

  @Test
  void theLimitsOf128BitsDoNotFit() {
    assertFalse(Decimals.fits(Long.MIN_VALUE, 0, SqlType.MAX_PRECISION));
    assertFalse(Decimals.fits(Long.MAX_VALUE, -1, SqlType.MAX_PRECISION));
    assertTrue(Decimals.fits(-1, -1, 1));
  }

  @Test
  void highAndLowBecomeOneNumber() {
    assertEquals(new BigDecimal("184467440737095516.16"), Decimals.toBigDecimal(1, 0, 2));
    assertEquals(new BigDecimal("-0.1"), Decimals.toBigDecimal(-1, -1, 1));
    assertEquals(new BigDecimal("18446744073709551615"), Decimals.toBigDecimal(0, -1, 0));
  }

  @Test
  void valuesOfAnotherScaleArePutWhenTheyAreExact() {
    assertEquals(150L, put("1.5", SqlType.decimal(9, 2)));
    assertEquals(150L, put("1.5000", SqlType.decimal(9, 2)));
    assertEquals(500L, put("5E0", SqlType.decimal(9, 2)));
    assertEquals(5_000L, put("5E1", SqlType.decimal(9, 2)));
    assertEquals(0L, put("0E1000000000", SqlType.decimal(9, 2)));
    assertEquals(new BigDecimal("50"), put("5", SqlType.decimal(20, 1)));
  }

  @Test
  void valuesThatAreNotExactAreNotPut() {
    for (String value :
        new String[] {"0.001", "1.001", "1E7", "10000000.00", "1E-1000000000", "1E1000000000"}) {
      RecordingSink sink = new RecordingSink();
      assertFalse(Decimals.put(new BigDecimal(value), SqlType.decimal(9, 2), sink), value);
      assertTrue(sink.isUntouched());
    }
  }

  private static boolean fits(BigInteger value, int precision) {
    return Decimals.fits(value.shiftRight(Long.SIZE).longValue(), value.longValue(), precision);
  }

  private static Object put(String value, SqlType type) {
    RecordingSink sink = new RecordingSink();
    assertTrue(Decimals.put(new BigDecimal(value), type, sink), value);
    return sink.take();
  }
}
