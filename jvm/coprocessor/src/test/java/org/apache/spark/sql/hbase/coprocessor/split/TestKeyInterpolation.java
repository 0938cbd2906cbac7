package org.apache.spark.sql.hbase.coprocessor.split;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TestKeyInterpolation {
  private static byte[] text(String key) {
    return key.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String at(String low, String high, int part, int parts) {
    byte[] key = new KeyInterpolation(text(low), text(high)).at(part, parts);
    return new String(key, StandardCharsets.ISO_8859_1);
  }

  @Test
  void theEndsAreTheKeysThemselves() {
    assertEquals("user10", at("user10", "user30", 0, 2));
    assertEquals("user30", at("user10", "user30", 2, 2));
  }

  @Test
  void theMiddleLiesBetweenWhatIsNotInCommon() {
    assertEquals("user20", at("user10", "user30", 1, 2));
    assertEquals("a\u0080", at("a", "b", 1, 2));
  }

  @Test
  void keysAscendFromLowToHigh() {
    String[][] ends = {
      {"", "\u0001"}, {"a", "aa"}, {"\u0000\u0000", "\u00ff"}, {"x1", "x1\u0000y"}
    };
    for (String[] end : ends) {
      byte[] previous = text(end[0]);
      for (int part = 1; part <= 16; part++) {
        byte[] key = text(at(end[0], end[1], part, 16));
        assertTrue(Arrays.compareUnsigned(previous, key) <= 0, end[0] + " " + part);
        previous = key;
      }
      assertTrue(Arrays.compareUnsigned(previous, text(end[1])) <= 0, end[0]);
    }
  }

  @Test
  void oneKeyIsASpaceOfItself() {
    assertEquals("k", at("k", "k", 1, 2));
    KeyInterpolation space = new KeyInterpolation(text("k"), text("k"));
    assertArrayEquals(text("k"), space.first(row -> false));
  }

  @Test
  void theFirstKeyThatIsReachedIsFound() {
    KeyInterpolation space = new KeyInterpolation(text("a"), text("z"));
    for (String wanted : new String[] {"a", "b", "m\u0000\u0001", "y\u00ff", "z"}) {
      byte[] found = space.first(row -> Arrays.compareUnsigned(row, text(wanted)) >= 0);
      assertArrayEquals(text(wanted), found, wanted);
    }
  }

  @Test
  void keysThatDifferOnlyBehindTheDigitsAreOne() {
    String low = "0".repeat(3) + "a" + "b".repeat(20);
    String high = "0".repeat(3) + "a" + "b".repeat(20) + "c";
    assertTrue(at(low, high, 1, 2).startsWith(low));
  }
}
