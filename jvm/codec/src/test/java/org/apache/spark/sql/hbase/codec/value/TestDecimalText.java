package org.apache.spark.sql.hbase.codec.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestDecimalText {
  private static final int LONG = 2 * DecimalText.MAX_SHORT_LENGTH;

  @Test
  void longTextsRoundToWhatBigDecimalRoundsTo() {
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      String text = randomText(random);
      BigDecimal expected = new BigDecimal(text);
      BigDecimal found = DecimalText.parse(text);
      assertEquals(wholeDigits(expected), wholeDigits(found), text);
      if (wholeDigits(expected) <= 38) {
        int scale = random.nextInt(39);
        assertEquals(
            expected.setScale(scale, RoundingMode.HALF_UP),
            found.setScale(scale, RoundingMode.HALF_UP),
            text);
      }
    }
  }

  private static long wholeDigits(BigDecimal value) {
    return value.signum() == 0 ? 0 : (long) value.precision() - value.scale();
  }

  private static String randomText(Random random) {
    int before = random.nextInt(45);
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "+");
    text.append("0".repeat(random.nextInt(3) * LONG / 2));
    for (int i = 0; i < before; i++) {
      text.append(randomDigit(random));
    }
    text.append('.').append("0".repeat(random.nextInt(60)));
    while (text.length() < LONG) {
      text.append(randomDigit(random));
    }
    if (random.nextBoolean()) {
      text.append('E').append(random.nextInt(80) - 40);
    }
    return text.toString();
  }

  /** Nines and zeros, mostly: they carry when they are rounded. */
  private static char randomDigit(Random random) {
    return "9990004512345678".charAt(random.nextInt(16));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "1.%s.", "%sx", "%sE", "%sE+", "%sE99999999999", "--%s", "%se1.5", "%s 1"})
  void textsThatAreNoNumbersAreRefused(String pattern) {
    String text = pattern.replace("%s", "1".repeat(LONG));
    assertThrows(NumberFormatException.class, () -> new BigDecimal(text));
    assertThrows(NumberFormatException.class, () -> DecimalText.parse(text));
  }

  @Test
  void megabytesOfDigitsTakeNoTime() {
    String text = "0." + "7".repeat(10 << 20);
    BigDecimal value =
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> DecimalText.parse(text));
    assertEquals(new BigDecimal("0.78"), value.setScale(2, RoundingMode.HALF_UP));
  }
}
