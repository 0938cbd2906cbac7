package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

/** Functions whose result is a new text. */
class TestTextMaking {
  private static final Expression TEXT = column(0, SqlType.STRING);

  @Test
  void concatenationIsNullWhereOnePartIs() {
    Rows rows = Rows.of(SqlType.STRING, SqlType.STRING).add("a", "b").add(null, "b").add("a", null);
    Expression both = call(SqlType.STRING, Function.CONCAT, TEXT, column(1, SqlType.STRING));
    assertEquals(Arrays.asList("ab", null, null), rows.evaluate(both));
  }

  @Test
  void concatenationWithASeparatorLeavesNullsOut() {
    Rows rows =
        Rows.of(SqlType.STRING, SqlType.STRING)
            .add("a", "b")
            .add(null, "b")
            .add("", null)
            .add(null, null);
    Expression joined =
        call(
            SqlType.STRING,
            Function.CONCAT_WITH_SEPARATOR,
            text("-"),
            TEXT,
            column(1, SqlType.STRING));
    assertEquals(List.of("a-b", "b", "", ""), rows.evaluate(joined));
    Expression byColumn =
        call(SqlType.STRING, Function.CONCAT_WITH_SEPARATOR, TEXT, text("x"), text("y"));
    assertEquals(Arrays.asList("xay", null, "xy", null), rows.evaluate(byColumn));
  }

  @Test
  void onlySelectedRowsAreMade() {
    Rows rows = Rows.column(SqlType.STRING, "a", "b", "c", "d");
    Expression doubled = call(SqlType.STRING, Function.CONCAT, TEXT, TEXT);
    assertEquals(List.of("bb", "dd"), rows.evaluate(doubled, 1, 3));
  }

  @Test
  void trimRemovesSpacesOnly() {
    assertEquals("a\t", one(Function.TRIM, "  a\t  "));
    assertEquals("a  ", one(Function.TRIM_LEFT, "  a  "));
    assertEquals("  a", one(Function.TRIM_RIGHT, "  a  "));
    assertEquals("", one(Function.TRIM, "   "));
  }

  @Test
  void trimRemovesTheCharactersOfASet() {
    assertEquals("b", one(Function.TRIM, "aé€ba😀", text("€aé😀")));
    assertEquals("aba", one(Function.TRIM, "aba", text("")));
    // The bytes of a code point may stand anywhere in the set.
    byte[] strayByte = {(byte) 0xA9, 'x'};
    assertEquals("x", one(Function.TRIM_LEFT, strayByte, text("é")));
  }

  @Test
  void replaceGoesFromTheLeftAndDoesNotLookAtWhatItWrote() {
    assertEquals("ba", one(Function.REPLACE, "aaa", text("aa"), text("b")));
    assertEquals("aaaa", one(Function.REPLACE, "aa", text("a"), text("aa")));
    assertEquals("aaa", one(Function.REPLACE, "aaa", text(""), text("b")));
    assertEquals("", one(Function.REPLACE, "aaa", text("a"), text("")));
  }

  @Test
  void paddingCountsCodePoints() {
    assertEquals("€x€é😀", one(Function.PAD_LEFT, "é😀", integer(5), text("€x")));
    assertEquals("é😀€x€", one(Function.PAD_RIGHT, "é😀", integer(5), text("€x")));
    assertEquals("é", one(Function.PAD_LEFT, "é😀", integer(1), text("€x")));
    assertEquals("é😀", one(Function.PAD_RIGHT, "é😀", integer(5), text("")));
    assertEquals("", one(Function.PAD_LEFT, "é😀", integer(-1), text("a")));
  }

  @Test
  void reverseKeepsCodePointsWhole() {
    assertEquals("z😀éa", one(Function.REVERSE, "aé😀z"));
    assertEquals("", one(Function.REVERSE, ""));
  }

  @Test
  void repeatGivesTheEmptyTextForLessThanOnce() {
    assertEquals("ababab", one(Function.REPEAT, "ab", integer(3)));
    assertEquals("", one(Function.REPEAT, "ab", integer(0)));
    assertEquals("", one(Function.REPEAT, "ab", integer(Integer.MIN_VALUE)));
  }

  @Test
  void translateTakesTheFirstOfTwoMeaningsAndRemovesTheRest() {
    assertEquals("x😀y", one(Function.TRANSLATE, "aébc", text("aébac"), text("x😀yz")));
    assertEquals("aé", one(Function.TRANSLATE, "aé", text(""), text("x")));
  }

  @Test
  void partsAreCountedFromBothEnds() {
    assertEquals("a", one(Function.SPLIT_PART, "a.b..c", text("."), integer(1)));
    assertEquals("", one(Function.SPLIT_PART, "a.b..c", text("."), integer(3)));
    assertEquals("c", one(Function.SPLIT_PART, "a.b..c", text("."), integer(-1)));
    assertEquals("", one(Function.SPLIT_PART, "a.b..c", text("."), integer(5)));
    assertEquals("", one(Function.SPLIT_PART, "a.b..c", text("."), integer(-5)));
    assertEquals("a.b", one(Function.SPLIT_PART, "a.b", text(""), integer(-1)));
  }

  @Test
  void thereIsNoPartZero() {
    EvaluationException error =
        assertThrows(
            EvaluationException.class,
            () -> one(Function.SPLIT_PART, "a.b", text("."), integer(0)));
    assertEquals(ErrorCode.INVALID_INDEX_OF_ZERO, error.code());
  }

  @Test
  void itemsOfSplitsAreCountedFromZeroAndEndWithTheLast() {
    assertEquals("", item("a,,b", 1, EvalMode.ANSI));
    assertEquals("", item("", 0, EvalMode.ANSI));
    assertNull(item("a,b", 2, EvalMode.LEGACY));
    assertNull(item("a,b", -1, EvalMode.LEGACY));
    EvaluationException error =
        assertThrows(EvaluationException.class, () -> item("a,b", 2, EvalMode.ANSI));
    assertEquals(ErrorCode.INVALID_ARRAY_INDEX, error.code());
    assertEquals(Map.of("indexValue", "2", "arraySize", "2"), error.values());
  }

  private static Object item(String text, int index, EvalMode mode) {
    return Rows.column(SqlType.STRING, text)
        .evaluate(call(SqlType.STRING, Function.SPLIT_ITEM, mode, TEXT, text(","), integer(index)))
        .get(0);
  }

  @Test
  void wordsAreFoundBetweenCommas() {
    assertEquals(2L, inSet("b", "a,b,c"));
    assertEquals(0L, inSet("d", "a,b,c"));
    assertEquals(0L, inSet("a,b", "a,b,c"));
    assertEquals(1L, inSet("", ""));
    assertEquals(3L, inSet("", "a,b,"));
  }

  private static Object inSet(String word, String list) {
    return Rows.column(SqlType.STRING, word)
        .evaluate(call(SqlType.INT, Function.FIND_IN_SET, TEXT, text(list)))
        .get(0);
  }

  @Test
  void substringIndexCountsDelimitersFromBothEnds() {
    assertEquals("a.b", one(Function.SUBSTRING_INDEX, "a.b.c", text("."), integer(2)));
    assertEquals("b.c", one(Function.SUBSTRING_INDEX, "a.b.c", text("."), integer(-2)));
    assertEquals("a.b.c", one(Function.SUBSTRING_INDEX, "a.b.c", text("."), integer(3)));
    assertEquals("", one(Function.SUBSTRING_INDEX, ".a", text("."), integer(1)));
    assertEquals("", one(Function.SUBSTRING_INDEX, "a", text("."), integer(0)));
    assertEquals("a", one(Function.SUBSTRING_INDEX, "aaa", text("aa"), integer(-2)));
    assertEquals("x", one(Function.SUBSTRING_INDEX, "x", text("long"), integer(-1)));
  }

  @Test
  void overlayReplacesCodePointsFromAPositionOn() {
    assertEquals("aXYd😀", overlaid("aécd😀", "XY", 2, 2));
    assertEquals("aXYécd😀", overlaid("aécd😀", "XY", 2, 0));
    assertEquals("aéX", overlaid("aécd😀", "X", 3, 9));
    assertEquals("aécd😀X", overlaid("aécd😀", "X", 9, 0));
    assertEquals("a😀", overlaid("aécd😀", "", 2, 3));
    assertEquals("X", overlaid("", "X", 1, 1));
  }

  @Test
  void overlayWithoutALengthReplacesAsMuchAsTheReplacementHas() {
    assertEquals("aé€d😀", overlaid("abcd😀", "é€", 2, -1));
    assertEquals("abcd😀", overlaid("abcd😀", "", 2, Integer.MIN_VALUE));
  }

  @Test
  void overlayTakesPositionsBeforeTheFirstAsSparkDoes() {
    assertEquals("Xabc", overlaid("abc", "X", 0, 0));
    assertEquals("Xabc", overlaid("abc", "X", 0, 1));
    assertEquals("Xbc", overlaid("abc", "X", -3, 1));
    assertEquals("Xabc", overlaid("abc", "X", -9, 1));
    // Position plus length does not wrap around.
    assertEquals("abcX", overlaid("abc", "X", Integer.MAX_VALUE, 3));
    assertEquals("Xc", overlaid("abc", "X", Integer.MIN_VALUE, Integer.MAX_VALUE));
  }

  @Test
  void overlayIsNullWhereOneArgumentIs() {
    Rows rows =
        Rows.of(SqlType.STRING, SqlType.STRING, SqlType.INT)
            .add("abc", "X", 2L)
            .add(null, "X", 2L)
            .add("abc", null, 2L)
            .add("abc", "X", null);
    Expression overlay =
        call(
            SqlType.STRING,
            Function.OVERLAY,
            TEXT,
            column(1, SqlType.STRING),
            column(2, SqlType.INT),
            integer(1));
    assertEquals(Arrays.asList("aXc", null, null, null), rows.evaluate(overlay));
  }

  @Test
  void overlaysOfBinaryAreInBytes() {
    Rows rows = Rows.column(SqlType.BINARY, (Object) new byte[] {1, -61, -87, 4});
    Expression overlay =
        call(
            SqlType.BINARY,
            Function.OVERLAY,
            column(0, SqlType.BINARY),
            column(0, SqlType.BINARY),
            integer(3),
            integer(1));
    assertArrayEquals(
        new byte[] {1, -61, 1, -61, -87, 4, 4}, (byte[]) rows.evaluate(overlay).get(0));
  }

  private static Object overlaid(String text, String replacement, int position, int length) {
    return one(Function.OVERLAY, text, text(replacement), integer(position), integer(length));
  }

  @Test
  void slicesOfBinaryAreInBytes() {
    Rows rows = Rows.column(SqlType.BINARY, (Object) new byte[] {1, 2, 3, 4});
    assertArrayEquals(new byte[] {2, 3}, slice(rows, 2, 2));
    assertArrayEquals(new byte[] {3, 4}, slice(rows, -2, Integer.MAX_VALUE));
    assertArrayEquals(new byte[] {1}, slice(rows, -6, 3));
    assertArrayEquals(new byte[0], slice(rows, 2, -1));
  }

  private static byte[] slice(Rows rows, int position, int length) {
    Expression slice =
        call(
            SqlType.BINARY,
            Function.SUBSTRING,
            column(0, SqlType.BINARY),
            integer(position),
            integer(length));
    return (byte[]) rows.evaluate(slice).get(0);
  }

  @Test
  void whatWouldGrowTooMuchIsRefused() {
    Expression count = column(1, SqlType.INT);
    assertRefused(Function.REPEAT, TEXT, count);
    assertRefused(Function.REPEAT, TEXT, integer(17));
    assertRefused(Function.PAD_LEFT, TEXT, integer(1025), text(" "));
    assertRefused(Function.REPLACE, TEXT, text("a"), text("b".repeat(17)));
  }

  private static void assertRefused(Function function, Expression... arguments) {
    assertTrue(SupportedExpressions.refusal(call(SqlType.STRING, function, arguments)).isPresent());
  }

  private static Object one(Function function, Object value, Expression... others) {
    Expression[] arguments = new Expression[others.length + 1];
    arguments[0] = TEXT;
    System.arraycopy(others, 0, arguments, 1, others.length);
    return Rows.column(SqlType.STRING, "first", value)
        .evaluate(call(SqlType.STRING, function, arguments))
        .get(1);
  }

  private static Expression text(String text) {
    return literal(SqlType.STRING, text);
  }

  private static Expression integer(int value) {
    return literal(SqlType.INT, value);
  }
}
