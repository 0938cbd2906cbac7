package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestPatterns {
  private static final Expression TEXT = column(0, SqlType.STRING);

  @Test
  void percentStandsForAnyTextAndUnderscoreForOneCodePoint() {
    Rows rows = Rows.column(SqlType.STRING, "", "a", "ab", "a\nb", "a😀b", "aab", null);
    assertEquals(
        Arrays.asList(false, false, true, true, true, true, null), rows.evaluate(like("a%b")));
    assertEquals(
        Arrays.asList(false, false, false, true, true, true, null), rows.evaluate(like("a_b")));
    assertEquals(Arrays.asList(true, true, true, true, true, true, null), rows.evaluate(like("%")));
    assertEquals(
        Arrays.asList(false, false, false, true, true, true, null), rows.evaluate(like("%_%_b")));
  }

  @Test
  void theTailIsMatchedAtTheEndAndNotAtItsFirstOccurrence() {
    assertTrue(isLike("abcb", "a%b"));
    assertTrue(isLike("xabyab", "%ab"));
    assertFalse(isLike("ab", "ab%b"));
    assertTrue(isLike("ab😀", "%_😀"));
    assertFalse(isLike("aba", "%ab%ab%"));
  }

  @Test
  void escapedWildcardsAreLiteral() {
    assertTrue(isLike("a%", "a\\%"));
    assertFalse(isLike("ab", "a\\%"));
    assertTrue(isLike("a\\", "a\\\\"));
    Expression withEscape = call(SqlType.BOOLEAN, Function.LIKE, TEXT, text("!_%"), text("!"));
    assertEquals(
        List.of(true, false), Rows.column(SqlType.STRING, "_x", "ax").evaluate(withEscape));
  }

  @Test
  void bytesThatAreNotUtf8AreOneReplacementCharacterEach() {
    byte[] bytes = {'a', (byte) 0xFF, (byte) 0xE2, (byte) 0x82};
    Rows rows = Rows.column(SqlType.STRING, (Object) bytes);
    assertEquals(List.of(true), rows.evaluate(like("a__")));
    assertEquals(List.of(true), rows.evaluate(like("%\uFFFD\uFFFD")));
    assertEquals(List.of(true), rows.evaluate(rlike("^a..$")));
  }

  @Test
  void patternsInWhichSparkFindsAnErrorAreRefused() {
    for (String pattern : List.of("a\\", "\\a", "%\\")) {
      assertTrue(SupportedExpressions.refusal(like(pattern)).isPresent(), pattern);
    }
    Expression twoCharacters = call(SqlType.BOOLEAN, Function.LIKE, TEXT, text("a"), text("!!"));
    assertTrue(SupportedExpressions.refusal(twoCharacters).isPresent());
    assertTrue(
        SupportedExpressions.refusal(call(SqlType.BOOLEAN, Function.LIKE, TEXT, TEXT)).isPresent());
  }

  @Test
  void regularExpressionsAreFoundAnywhere() {
    assertTrue(isFound("xaby", "ab"));
    assertTrue(isFound("", ""));
    assertFalse(isFound("xaby", "^ab"));
    assertTrue(isFound("x1y", "[^a-z]"));
    assertTrue(isFound("aXb", "(?i)x"));
  }

  @Test
  void theDotAndTheEndKnowTheLineEndsOfJava() {
    assertFalse(isFound("\u2028", "."));
    assertTrue(isFound("\u2028", "(?s)."));
    for (String end : List.of("", "\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029")) {
      assertTrue(isFound("ab" + end, "b$"), end);
    }
    assertFalse(isFound("ab\n\n", "b$"));
    assertFalse(isFound("ab\n", "^a$"));
    // Between the two characters of one line end there is no end.
    assertFalse(isFound("a\r\n", "\\r$"));
  }

  @Test
  void whatJavaMatchesBackwardsOrMoreThanOnceIsRefused() {
    for (String pattern :
        List.of("(a)\\1", "(?=a)", "a++", "\\bx", "\\p{L}", "[a&&b]", "(a$)b", "a{1000}", "(")) {
      assertTrue(SupportedExpressions.refusal(rlike(pattern)).isPresent(), pattern);
    }
  }

  @Test
  void nestedQuantifiersTakeLinearTime() {
    String text = "a".repeat(5000) + "!";
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertFalse(isFound(text, "^(a+)+b")));
  }

  @Test
  void matchesAreReplacedFromTheLeft() {
    assertEquals("-b-", replaced("aabaa", "a+", "-"));
    assertEquals("", replaced("a a", "\\S+\\s?", ""));
    assertEquals("x\uFFFD", replaced(new byte[] {'a', (byte) 0xFF}, "a", "x"));
    assertEquals("none", replaced("none", "\\d", "x"));
  }

  private static Object replaced(Object value, String pattern, String replacement) {
    Expression replace =
        call(SqlType.STRING, Function.REGEXP_REPLACE, TEXT, text(pattern), text(replacement));
    return Rows.column(SqlType.STRING, value).evaluate(replace).get(0);
  }

  @Test
  void theFirstMatchIsExtractedWithItsGroups() {
    assertEquals("345", extracted("ab=345, c=6", "(\\w+)=(\\d+)", 2));
    assertEquals("ab=345", extracted("ab=345, c=6", "(\\w+)=(\\d+)", 0));
    assertEquals("aab", extracted("xaabab", "(a.{0,1}b)", 1));
    assertEquals("", extracted("none", "(\\d)", 1));
  }

  private static Object extracted(String value, String pattern, int group) {
    Expression extract =
        call(
            SqlType.STRING,
            Function.REGEXP_EXTRACT,
            TEXT,
            text(pattern),
            literal(SqlType.INT, group));
    return Rows.column(SqlType.STRING, value).evaluate(extract).get(0);
  }

  @Test
  void matchesThatTwoEnginesMayChooseInTwoWaysAreRefused() {
    for (String pattern : List.of("a|ab", "(ab)+", "a+?", "^a", "a$", "a*", "(a?)b{0,2}")) {
      Expression replace =
          call(SqlType.STRING, Function.REGEXP_REPLACE, TEXT, text(pattern), text(""));
      assertTrue(SupportedExpressions.refusal(replace).isPresent(), pattern);
    }
  }

  private static boolean isLike(String value, String pattern) {
    return (Boolean) Rows.column(SqlType.STRING, value).evaluate(like(pattern)).get(0);
  }

  private static boolean isFound(String value, String pattern) {
    return (Boolean) Rows.column(SqlType.STRING, value).evaluate(rlike(pattern)).get(0);
  }

  private static Expression like(String pattern) {
    return call(SqlType.BOOLEAN, Function.LIKE, TEXT, text(pattern));
  }

  private static Expression rlike(String pattern) {
    return call(SqlType.BOOLEAN, Function.RLIKE, TEXT, text(pattern));
  }

  private static Expression text(String text) {
    return literal(SqlType.STRING, text);
  }
}
