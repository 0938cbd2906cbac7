package org.apache.spark.sql.hbase.engine.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestTableHash {
  private static final int WORDS = 1 << 14;
  private static final int SLOTS = 1 << 16;

  /**
   * The least number of slots that must be taken. If 16,384 balls are thrown at random, 14,500 find
   * their bin empty. The constants are drawn, so the number differs each time: 11,000 was the least
   * in 20,000 tries. Of words that collide, a few hundred do.
   */
  private static final int MIN_SLOTS_TAKEN = 5_000;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  @Test
  void numbersInAnyOrderlyPatternSpread() {
    for (int shift = 0; shift <= Long.SIZE - 14; shift++) {
      int places = shift;
      checkSpread(i -> TableHash.of((long) i << places));
    }
    checkSpread(i -> TableHash.of(-i));
    checkSpread(i -> TableHash.of(Double.doubleToLongBits(i)));
  }

  @Test
  void numbersThatCollideUnderAMultiplicationKnownToAllSpread() {
    long inverse = inverse(GOLDEN);
    checkSpread(i -> TableHash.of(((long) i << 32 | i) * inverse));
  }

  @Test
  void pairsWhoseSecondWordTakesBackWhatTheFirstDidSpread() {
    // Top bits pass through any multiplication by an odd number that keeps the low half only.
    long undone = 1L << 63 | 1L << 34;
    checkSpread(
        i -> {
          long hash = 0;
          for (int bit = 0; bit < 14; bit++) {
            boolean isSet = (i >> bit & 1) == 1;
            hash = TableHash.add(hash, isSet ? 1L << 63 : 0);
            hash = TableHash.add(hash, isSet ? undone : 0);
          }
          return TableHash.finish(hash);
        });
  }

  @Test
  void textsThatCollideInJavaSpread() {
    // Each of 14 places has one of two pairs of letters, which String.hashCode takes for equal.
    checkSpread(
        i -> {
          StringBuilder text = new StringBuilder();
          for (int bit = 0; bit < 14; bit++) {
            text.append((i >> bit & 1) == 1 ? "Aa" : "BB");
          }
          return hash(text.toString());
        });
  }

  @Test
  void bytesHashTheSameWhereverTheyLie() {
    for (String text : List.of("", "a", "seven b", "eight by", "nine byte", "x".repeat(100))) {
      byte[] inside = ("<<<" + text + ">").getBytes(StandardCharsets.US_ASCII);
      assertEquals(hash(text), TableHash.of(inside, 3, text.length()));
    }
  }

  private static int hash(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return TableHash.of(bytes, 0, bytes.length);
  }

  @Test
  void aNumberHashesAsTheOnlyWord() {
    assertEquals(TableHash.finish(TableHash.add(0, 42)), TableHash.of(42));
  }

  private static void checkSpread(IntUnaryOperator hash) {
    long taken = IntStream.range(0, WORDS).map(hash).map(h -> h & SLOTS - 1).distinct().count();
    assertTrue(taken > MIN_SLOTS_TAKEN, () -> "slots taken: " + taken);
  }

  /** By Newton's iteration, which doubles the bits that are right: five times from three bits. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - odd * inverse;
    }
    assertEquals(1, odd * inverse);
    return inverse;
  }
}
