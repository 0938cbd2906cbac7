package org.apache.spark.sql.hbase.engine.types;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestInt128 {
  private static final BigInteger MIN = BigInteger.ONE.shiftLeft(127).negate();
  private static final BigInteger MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);

  private final List<BigInteger> values = interestingValues();

  @Test
  void keepsEveryValueOf128Bits() {
    for (BigInteger value : values) {
      assertEquals(value, of(value).toBigInteger());
    }
    assertFalse(new Int128().set(MAX.add(BigInteger.ONE)));
    assertFalse(new Int128().set(MIN.subtract(BigInteger.ONE)));
  }

  @Test
  void addsSubtractsAndMultipliesLikeBigInteger() {
    for (BigInteger a : values) {
      for (BigInteger b : values) {
        Int128 right = of(b);
        Int128 sum = of(a);
        check(a.add(b), sum, sum.add(right.high(), right.low()), a, b);
        Int128 difference = of(a);
        check(a.subtract(b), difference, difference.subtract(right.high(), right.low()), a, b);
        Int128 product = of(a);
        check(a.multiply(b), product, product.multiply(right.high(), right.low()), a, b);
      }
    }
  }

  @Test
  void divisionRoundsInEveryModeOfSql() {
    for (RoundingMode rounding :
        List.of(
            RoundingMode.HALF_UP,
            RoundingMode.HALF_EVEN,
            RoundingMode.CEILING,
            RoundingMode.FLOOR,
            RoundingMode.DOWN)) {
      checkDivision(rounding);
    }
  }

  private void checkDivision(RoundingMode rounding) {
    for (BigInteger a : values) {
      for (int exponent = 0; exponent <= 45; exponent++) {
        Int128 quotient = of(a);
        quotient.divideByPowerOfTen(exponent, rounding);
        assertEquals(
            rounded(a, BigInteger.TEN.pow(exponent), rounding),
            quotient.toBigInteger(),
            a + " / 10^" + exponent + " " + rounding);
      }
      for (BigInteger b : values) {
        if (b.bitLength() <= 63
            && b.signum() != 0
            && b.longValue() != Long.MIN_VALUE
            && !a.equals(MIN)) {
          Int128 quotient = of(a);
          quotient.divide(b.longValue(), rounding);
          assertEquals(
              rounded(a, b, rounding), quotient.toBigInteger(), a + " / " + b + " " + rounding);
        }
      }
    }
  }

  @Test
  void fitsCountsDecimalDigits() {
    for (BigInteger value : values) {
      for (int precision = 1; precision <= 38; precision++) {
        boolean expected = value.abs().compareTo(BigInteger.TEN.pow(precision)) < 0;
        assertEquals(expected, of(value).fits(precision), value + " in " + precision + " digits");
      }
    }
  }

  @Test
  void comparesAsSignedNumbers() {
    for (BigInteger a : values) {
      for (BigInteger b : values) {
        Int128 left = of(a);
        Int128 right = of(b);
        int order = Int128.compare(left.high(), left.low(), right.high(), right.low());
        assertEquals(a.compareTo(b), Integer.signum(order), a + " ? " + b);
      }
    }
  }

  private static void check(
      BigInteger expected, Int128 actual, boolean fits, BigInteger a, BigInteger b) {
    boolean shouldFit = expected.bitLength() <= 127;
    // Multiplying to or from -2^127 may be refused: no DECIMAL has that many digits.
    if (shouldFit && !fits && (expected.equals(MIN) || a.equals(MIN) || b.equals(MIN))) {
      return;
    }
    assertEquals(shouldFit, fits, a + ", " + b);
    if (fits) {
      assertEquals(expected, actual.toBigInteger(), a + ", " + b);
    }
  }

  private static BigInteger rounded(BigInteger a, BigInteger b, RoundingMode rounding) {
    return new BigDecimal(a).divide(new BigDecimal(b), 0, rounding).toBigIntegerExact();
  }

  private static Int128 of(BigInteger value) {
    Int128 result = new Int128();
    assertTrue(result.set(value));
    return result;
  }

  private static List<BigInteger> interestingValues() {
    List<BigInteger> values = new ArrayList<>();
    for (int bits : new int[] {0, 1, 31, 32, 33, 62, 63, 64, 65, 95, 96, 126, 127}) {
      BigInteger power = BigInteger.ONE.shiftLeft(bits);
      for (int delta = -1; delta <= 1; delta++) {
        values.add(power.add(BigInteger.valueOf(delta)));
        values.add(power.add(BigInteger.valueOf(delta)).negate());
      }
    }
    for (int exponent : new int[] {1, 9, 17, 18, 19, 37, 38}) {
      values.add(BigInteger.TEN.pow(exponent));
      values.add(BigInteger.TEN.pow(exponent).subtract(BigInteger.ONE).negate());
      values.add(BigInteger.TEN.pow(exponent).divide(BigInteger.TWO));
    }
    Random random = new Random(7);
    for (int i = 0; i < 60; i++) {
      BigInteger value = new BigInteger(1 + random.nextInt(127), random);
      values.add(random.nextBoolean() ? value : value.negate());
    }
    values.removeIf(value -> value.bitLength() > 127);
    return values;
  }
}
