package org.apache.spark.sql.hbase.engine.expression.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.re2j.Matcher;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.junit.jupiter.api.Test;

/** A matcher that takes too long for one text is ended. */
class TestLimitedMatching {
  private static final String LONG = "a".repeat(200_000);
  private static final String COSTLY = "(a{0,5}){0,5}b";

  private final WorkLimit nothing = WorkLimit.ofNanos(1);
  private final WorkLimit ample = WorkLimit.ofNanos(Long.MAX_VALUE - 1);

  @Test
  void aLongTextIsGivenUp() {
    nothing.begin(1, LONG.length());
    Regex regex = Regex.parse(COSTLY).orElseThrow();
    assertThrows(OverloadedException.class, () -> regex.isFoundIn(LONG, nothing));
  }

  @Test
  void aShortOneIsNot() {
    nothing.begin(1, 1);
    assertTrue(Regex.parse(COSTLY).orElseThrow().isFoundIn("xab", nothing));
    assertFalse(Regex.parse(COSTLY).orElseThrow().isFoundIn("xaa", nothing));
  }

  @Test
  void withTimeEnoughTheAnswerIsThatOfTheTextItself() {
    ample.begin(1, LONG.length());
    Regex atEnd = Regex.parse("[ab]{2,3}c$").orElseThrow();
    assertTrue(atEnd.isFoundIn(LONG + "c\n", ample));
    assertFalse(atEnd.isFoundIn(LONG + "\n", ample));
    Regex literal = Regex.parse("needle").orElseThrow();
    assertTrue(literal.isFoundIn(LONG + "needle", ample));
    assertFalse(literal.isFoundIn(LONG + "needl", ample));
  }

  @Test
  void groupsOfALongTextAreItsParts() {
    ample.begin(1, LONG.length());
    Regex regex = Regex.parseForPositions("(b+)(c)").orElseThrow();
    Matcher matcher = regex.matcher(LONG + "bbc" + LONG, ample);
    assertTrue(matcher.find());
    assertEquals("bb", matcher.group(1));
    assertEquals(LONG.length(), matcher.start());
    assertFalse(matcher.find());
  }
}
