package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestStrings {
  private static final Expression TEXT = column(0, SqlType.STRING);

  @Test
  void matchesAtTheStartTheEndAndWithin() {
    Rows rows = Rows.column(SqlType.STRING, "abc", "xabc", "abcx", "ab", "", null);
    assertEquals(
        Arrays.asList(true, false, true, false, false, null),
        rows.evaluate(match(Function.STARTS_WITH, "abc")));
    assertEquals(
        Arrays.asList(true, true, false, false, false, null),
        rows.evaluate(match(Function.ENDS_WITH, "abc")));
    assertEquals(
        Arrays.asList(true, true, true, false, false, null),
        rows.evaluate(match(Function.CONTAINS, "abc")));
    assertEquals(
        Arrays.asList(false, false, false, false, false, null),
        rows.evaluate(match(Function.CONTAINS, "zz")));
  }

  @Test
  void theEmptyPatternMatchesEverything() {
    Rows rows = Rows.column(SqlType.STRING, "", "a");
    for (Function function : List.of(Function.STARTS_WITH, Function.ENDS_WITH, Function.CONTAINS)) {
      assertEquals(List.of(true, true), rows.evaluate(match(function, "")));
    }
  }

  @Test
  void containsFindsAPatternAfterAFalseStart() {
    Rows rows = Rows.column(SqlType.STRING, "aab", "ababac");
    assertEquals(List.of(true, false), rows.evaluate(match(Function.CONTAINS, "aab")));
    assertEquals(List.of(false, true), rows.evaluate(match(Function.CONTAINS, "abac")));
  }

  @Test
  void substringFollowsSparkForZeroAndNegativePositions() {
    assertEquals("he", substring("hello", 0, 2));
    assertEquals("he", substring("hello", 1, 2));
    assertEquals("ll", substring("hello", -3, 2));
    assertEquals("h", substring("hello", -7, 3));
    assertEquals("", substring("hello", -7, 2));
    assertEquals("", substring("hello", 6, 2));
    assertEquals("", substring("hello", 2, -1));
    assertEquals("ello", substring("hello", 2, Integer.MAX_VALUE));
    assertEquals("hell", substring("hello", Integer.MIN_VALUE, Integer.MAX_VALUE));
  }

  @Test
  void substringAndLengthCountCodePoints() {
    assertEquals("😀é", substring("a😀éz", 2, 2));
    assertEquals("éz", substring("a😀éz", -2, 5));
    Rows rows = Rows.column(SqlType.STRING, "a😀éz", "", null);
    assertEquals(
        Arrays.asList(4L, 0L, null), rows.evaluate(call(SqlType.INT, Function.LENGTH, TEXT)));
  }

  @Test
  void bytesThatAreNotUtf8AreStepped() {
    // A stray continuation byte counts as one; a first byte that promises more than there is ends
    // the string.
    byte[] bytes = {(byte) 0x80, 'a', (byte) 0xE2};
    Rows rows = Rows.column(SqlType.STRING, (Object) bytes);
    assertEquals(List.of(3L), rows.evaluate(call(SqlType.INT, Function.LENGTH, TEXT)));
    assertEquals(List.of("a"), rows.evaluate(substringOf(2, 1)));
  }

  private static Object substring(String text, int position, int length) {
    return Rows.column(SqlType.STRING, "other", text)
        .evaluate(substringOf(position, length))
        .get(1);
  }

  private static Expression substringOf(int position, int length) {
    return call(
        SqlType.STRING,
        Function.SUBSTRING,
        TEXT,
        literal(SqlType.INT, position),
        literal(SqlType.INT, length));
  }

  private static Expression match(Function function, String pattern) {
    return call(SqlType.BOOLEAN, function, TEXT, literal(SqlType.STRING, pattern));
  }
}
