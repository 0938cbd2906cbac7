package org.apache.spark.sql.hbase.engine.expression.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the search finds the occurrences that comparing at each position finds, in linear
 * time.
 */
class TestByteSearch {
  /** Would be 10^13 comparisons if each position cost a pattern's length. */
  private static final int LARGE = 6_000_000;

  private final Random random = new Random(1);

  @Test
  void occurrencesAreThoseOfComparingAtEachPosition() {
    for (int run = 0; run < 20_000; run++) {
      byte[] text = bytes(random.nextInt(60), 2);
      byte[] pattern = bytes(1 + random.nextInt(6), 2);
      List<Integer> expected = occurrences(text, pattern);
      List<Integer> found = new ArrayList<>();
      LinearSearch search = new LinearSearch(text, 0, text.length, pattern, 0, pattern.length);
      for (int at = search.next(); at >= 0; at = search.next()) {
        found.add(at);
      }
      assertEquals(expected, found);
      assertEquals(
          expected.size(), LinearSearch.count(text, 0, text.length, pattern, 0, pattern.length));
      int number = 1 + random.nextInt(3);
      assertEquals(
          number <= expected.size() ? expected.get(number - 1) : -1,
          LinearSearch.find(text, 0, text.length, pattern, 0, pattern.length, number));
    }
  }

  @Test
  void longPatternsAreFoundWhereTheyAre() {
    for (int run = 0; run < 2000; run++) {
      byte[] text = nearlyPeriodic(3000);
      int start = random.nextInt(1000);
      byte[] pattern = Arrays.copyOfRange(text, start, start + 300 + random.nextInt(1000));
      if (random.nextInt(3) == 0) {
        pattern[pattern.length - 1] ^= 1;
      }
      List<Integer> expected = occurrences(text, pattern);
      int first = expected.isEmpty() ? -1 : expected.get(0);
      assertEquals(first, ByteSearch.find(text, 0, text.length, pattern, 0, pattern.length));
      assertEquals(first, Utf8.indexOf(text, 0, text.length, pattern, 0, pattern.length, 0));
      int from = random.nextInt(text.length);
      int later = expected.stream().filter(at -> at >= from).findFirst().orElse(-1);
      assertEquals(later, ByteSearch.find(text, from, text.length, pattern, 0, pattern.length));
      assertEquals(later, Utf8.indexOf(text, 0, text.length, pattern, 0, pattern.length, from));
    }
  }

  @Test
  void whatIsLongerThanTheTextDoesNotOccur() {
    byte[] text = new byte[300];
    byte[] pattern = new byte[301];
    assertEquals(-1, new LinearSearch(text, 0, 300, pattern, 0, 301).next());
    assertEquals(-1, new LinearSearch(text, 1, 300, pattern, 0, 300).next());
    assertEquals(0, new LinearSearch(text, 0, 300, pattern, 0, 300).next());
    assertEquals(0, LinearSearch.count(text, 0, 300, pattern, 0, 301));
    assertEquals(-1, Utf8.indexOf(text, 0, 300, pattern, 0, 301, 0));
  }

  /** An occurrence that begins within a code point does not count. */
  @Test
  void positionsAreThoseOfCodePoints() {
    byte[] letters = "\u00e9".repeat(400).getBytes(StandardCharsets.UTF_8);
    byte[] within = Arrays.copyOfRange(letters, 1, letters.length - 1);
    assertEquals(-1, Utf8.indexOf(letters, 0, letters.length, within, 0, within.length, 0));
    byte[] whole = Arrays.copyOfRange(letters, 0, letters.length - 4);
    assertEquals(1, Utf8.indexOf(letters, 0, letters.length, whole, 0, whole.length, 1));
    assertEquals(-1, Utf8.indexOf(letters, 0, letters.length, whole, 0, whole.length, 3));
  }

  @Test
  void codePointsAreThoseThatOccurAnywhere() {
    byte[] alphabet = {'a', 'b', -61, -87, -30, -126, -84, -16, -97, -104, -128, -1};
    for (int run = 0; run < 3000; run++) {
      byte[] set = pick(alphabet, 70);
      CodePointBytes prepared = new CodePointBytes(set, 0, set.length);
      byte[] text = pick(alphabet, 40);
      for (int at = 0; at + Utf8.width(text[at]) <= text.length; ) {
        int next = at + Utf8.width(text[at]);
        boolean isIn = ByteSearch.find(set, 0, set.length, text, at, next) >= 0;
        assertEquals(isIn, prepared.contains(text, at, next));
        at = next;
        if (at == text.length) {
          break;
        }
      }
    }
  }

  @Test
  @Timeout(60)
  void nothingTakesTheProductOfBothLengths() {
    byte[] text = new byte[LARGE];
    byte[] pattern = new byte[LARGE / 2];
    pattern[pattern.length - 1] = 1;
    assertEquals(-1, ByteSearch.find(text, 0, text.length, pattern, 0, pattern.length));
    assertEquals(-1, Utf8.indexOf(text, 0, text.length, pattern, 0, pattern.length, 0));
    pattern[pattern.length - 1] = 0;
    assertEquals(
        LARGE / 2 + 1, LinearSearch.count(text, 0, text.length, pattern, 0, pattern.length));
    CodePointBytes prepared = new CodePointBytes(text, 0, text.length);
    for (int at = 0; at < pattern.length; at++) {
      assertEquals(true, prepared.contains(pattern, at, at + 1));
    }
  }

  private byte[] bytes(int length, int values) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt(values);
    }
    return bytes;
  }

  private byte[] nearlyPeriodic(int length) {
    byte[] bytes = new byte[length];
    int period = 1 + random.nextInt(3);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt(1500) == 0 ? 9 : i % period);
    }
    return bytes;
  }

  private byte[] pick(byte[] alphabet, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = alphabet[random.nextInt(alphabet.length)];
    }
    return bytes;
  }

  private static List<Integer> occurrences(byte[] text, byte[] pattern) {
    List<Integer> found = new ArrayList<>();
    for (int at = 0; at + pattern.length <= text.length; at++) {
      if (Arrays.equals(text, at, at + pattern.length, pattern, 0, pattern.length)) {
        found.add(at);
      }
    }
    return found;
  }
}
