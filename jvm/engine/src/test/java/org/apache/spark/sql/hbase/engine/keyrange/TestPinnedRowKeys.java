package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.FixtureTable.Layout;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;

/** Row keys in hex where conditions pin them, else {@code null}. */
class TestPinnedRowKeys {
  private static final int MAX_KEYS = 100;

  /** The key is (a SMALLINT, b STRING, c STRING): two bytes, text with terminator, text without. */
  private static final FixtureTable TABLE =
      table(3, SqlType.SMALLINT, SqlType.STRING, SqlType.STRING);

  private static final FixtureTable NUMBERS = table(2, SqlType.SMALLINT, SqlType.TINYINT);
  private static final FixtureTable TEXTS = table(1, SqlType.STRING);
  private static final FixtureTable DOUBLES = table(1, SqlType.DOUBLE);

  private final Expression a = Plans.column(TABLE, 0);
  private final Expression b = Plans.column(TABLE, 1);
  private final Expression c = Plans.column(TABLE, 2);

  private static FixtureTable table(int keyColumns, SqlType... types) {
    FixtureColumn[] columns =
        IntStream.range(0, types.length)
            .mapToObj(i -> new FixtureColumn("k" + i, types[i]))
            .toArray(FixtureColumn[]::new);
    FixtureColumn[] all = Arrays.copyOf(columns, columns.length + 1);
    all[columns.length] = new FixtureColumn("v", SqlType.SMALLINT);
    return new FixtureTable(List.of(all), keyColumns, Layout.PACKED);
  }

  @Test
  void allColumnsMustBePinned() {
    assertKeys("80057800" + "79", TABLE, five(), equal(b, "x"), equal(c, "y"));
    assertKeys(null, TABLE, five(), equal(b, "x"));
    assertKeys(null, TABLE, five(), equal(c, "y"));
    assertKeys(null, TABLE, five(), equal(b, "x"), is(Function.GREATER_THAN, c, text("y")));
    assertKeys(null, TABLE);
  }

  @Test
  void listsMultiplyInRowKeyOrder() {
    assertKeys(
        "8005780079 800578007a 8005790079 800579007a 8009780079 800978007a 8009790079 800979007a",
        TABLE,
        or(number(a, 9), five()),
        or(equal(b, "y"), equal(b, "x")),
        or(equal(c, "z"), equal(c, "y")));
  }

  @Test
  void alternativesMayPinDifferentColumnsAndOverlap() {
    Expression one = and(five(), equal(b, "x"), equal(c, "y"));
    Expression other = and(number(a, 9), equal(b, "q"), or(equal(c, "r"), equal(c, "")));
    assertKeys("8005780079 80097100 8009710072", TABLE, or(other, one, one));
    assertKeys(null, TABLE, or(one, five()));
  }

  @Test
  void neighboursAreNamedOneByOneWhileTheyAreFew() {
    Expression k0 = Plans.column(NUMBERS, 0);
    Expression k1 = Plans.column(NUMBERS, 1);
    Expression low = or(number(k0, 255), number(k0, 256));
    assertKeys("80ff85 80ff86 810085 810086", NUMBERS, low, or(number(k1, 5), number(k1, 6)));
    Expression end = is(Function.GREATER_THAN_OR_EQUAL, k1, tiny(126));
    assertKeys("fffffe ffffff", NUMBERS, number(k0, Short.MAX_VALUE), end);
    Expression start = is(Function.LESS_THAN, k1, tiny(-126));
    assertKeys("000000 000001", NUMBERS, number(k0, Short.MIN_VALUE), start);
    assertKeys(null, NUMBERS, number(k0, 1), is(Function.GREATER_THAN_OR_EQUAL, k1, tiny(120 - 1)));
    assertKeys(
        "800184 800185 800186 800187 800188 800189 80018a 80018b",
        NUMBERS,
        number(k0, 1),
        is(Function.GREATER_THAN, k1, tiny(3)),
        is(Function.LESS_THAN, k1, tiny(12)));
  }

  @Test
  void moreKeysThanAllowedAreNotNamed() {
    Expression[] many =
        IntStream.rangeClosed(0, MAX_KEYS)
            .mapToObj(i -> number(Plans.column(NUMBERS, 0), 2 * i))
            .toArray(Expression[]::new);
    Expression[] fewer = Arrays.copyOf(many, MAX_KEYS);
    Expression one = number(Plans.column(NUMBERS, 1), 1);
    Expression two = or(one, number(Plans.column(NUMBERS, 1), 2));
    assertEquals(MAX_KEYS, keys(NUMBERS, or(fewer), one).split(" ").length);
    assertKeys(null, NUMBERS, or(many), one);
    assertKeys(null, NUMBERS, or(fewer), two);
  }

  @Test
  void keysThatNoRowCanHaveAreLeftOut() {
    Expression k = Plans.column(TEXTS, 0);
    assertKeys("78", TEXTS, or(equal(k, ""), equal(k, "x")));
    assertKeys("", TEXTS, equal(k, ""));
    assertKeys("", TEXTS, equal(k, "x".repeat(40_000)));
    assertKeys("", TABLE, five(), equal(b, "x\0"), equal(c, "y"));
    assertKeys("", TEXTS, is(Function.EQUAL, k, Plans.nullOf(SqlType.STRING)));
  }

  @Test
  void bothZerosArePinned() {
    Expression zero = is(Function.EQUAL, Plans.column(DOUBLES, 0), Plans.floating(0.0));
    assertKeys("7fffffffffffffff 8000000000000000", DOUBLES, zero);
  }

  @Test
  void rowsThatRaiseAnErrorAreKept() {
    Call sum =
        Call.newBuilder()
            .setFunction(Function.ADD)
            .setEvalMode(EvalMode.ANSI)
            .addArguments(Plans.column(TABLE, 3))
            .addArguments(Plans.column(TABLE, 3))
            .build();
    Expression raising =
        Expression.newBuilder().setType(SqlTypes.toWire(SqlType.SMALLINT)).setCall(sum).build();
    Expression mayRaise = number(raising, 1);
    assertKeys("8005780079", TABLE, five(), equal(b, "x"), equal(c, "y"), mayRaise);
    assertKeys(null, TABLE, five(), equal(b, "x"), mayRaise, equal(c, "y"));
  }

  private static void assertKeys(String expected, FixtureTable table, Expression... conditions) {
    assertEquals(expected, keys(table, conditions));
  }

  private static String keys(FixtureTable table, Expression... conditions) {
    return KeyRanges.of(
            Plans.plan(
                table, Arrays.stream(conditions).map(Plans::filter).toArray(Operator[]::new)))
        .rowKeys(MAX_KEYS)
        .map(keys -> String.join(" ", keys.stream().map(HexFormat.of()::formatHex).toList()))
        .orElse(null);
  }

  private Expression five() {
    return number(a, 5);
  }

  private static Expression number(Expression column, long value) {
    SqlType type = SqlTypes.of(column.getType());
    return is(Function.EQUAL, column, Plans.integer(value, type));
  }

  private static Expression tiny(int value) {
    return Plans.integer(value, SqlType.TINYINT);
  }

  private static Expression equal(Expression column, String value) {
    return is(Function.EQUAL, column, text(value));
  }

  private static Expression text(String value) {
    return Plans.string(value);
  }

  private static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  private static Expression and(Expression... operands) {
    return Arrays.stream(operands).reduce((x, y) -> is(Function.AND, x, y)).orElseThrow();
  }

  private static Expression or(Expression... operands) {
    return Arrays.stream(operands).reduce((x, y) -> is(Function.OR, x, y)).orElseThrow();
  }
}
