package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Values;
import org.junit.jupiter.api.Test;

class TestComparisons {
  private static final double NAN = Double.NaN;

  @Test
  void eachComparisonAcceptsItsOrders() {
    Rows rows = Rows.of(SqlType.INT, SqlType.INT).add(1, 2).add(2, 2).add(3, 2);
    assertEquals(List.of(false, true, false), rows.evaluate(compare(Function.EQUAL, SqlType.INT)));
    assertEquals(
        List.of(true, false, false), rows.evaluate(compare(Function.LESS_THAN, SqlType.INT)));
    assertEquals(
        List.of(true, true, false),
        rows.evaluate(compare(Function.LESS_THAN_OR_EQUAL, SqlType.INT)));
    assertEquals(
        List.of(false, false, true), rows.evaluate(compare(Function.GREATER_THAN, SqlType.INT)));
    assertEquals(
        List.of(false, true, true),
        rows.evaluate(compare(Function.GREATER_THAN_OR_EQUAL, SqlType.INT)));
  }

  @Test
  void nanEqualsNanAndIsAboveInfinity() {
    Rows rows =
        Rows.of(SqlType.DOUBLE, SqlType.DOUBLE)
            .add(NAN, NAN)
            .add(NAN, Double.POSITIVE_INFINITY)
            .add(Double.POSITIVE_INFINITY, NAN);
    assertEquals(
        List.of(true, false, false), rows.evaluate(compare(Function.EQUAL, SqlType.DOUBLE)));
    assertEquals(
        List.of(false, true, false), rows.evaluate(compare(Function.GREATER_THAN, SqlType.DOUBLE)));
    assertEquals(
        List.of(false, false, true), rows.evaluate(compare(Function.LESS_THAN, SqlType.DOUBLE)));
  }

  @Test
  void negativeZeroEqualsZero() {
    Rows rows = Rows.of(SqlType.FLOAT, SqlType.FLOAT).add(-0.0, 0.0);
    assertEquals(List.of(true), rows.evaluate(compare(Function.EQUAL, SqlType.FLOAT)));
    assertEquals(List.of(false), rows.evaluate(compare(Function.LESS_THAN, SqlType.FLOAT)));
    Rows one = Rows.column(SqlType.DOUBLE, -0.0, 0.0, NAN);
    assertEquals(List.of(true, true, false), one.evaluate(in(SqlType.DOUBLE, 0.0)));
    assertEquals(List.of(true, true, true), one.evaluate(in(SqlType.DOUBLE, -0.0, NAN)));
  }

  @Test
  void stringsCompareAsUnsignedBytes() {
    Rows rows =
        Rows.of(SqlType.STRING, SqlType.STRING)
            .add("a", "B")
            .add("é", "z")
            .add("a", "ab")
            .add("", "a")
            .add("x", "x");
    assertEquals(
        List.of(false, false, true, true, false),
        rows.evaluate(compare(Function.LESS_THAN, SqlType.STRING)));
    Rows binary = Rows.of(SqlType.BINARY, SqlType.BINARY).add(new byte[] {-1}, new byte[] {1});
    assertEquals(List.of(true), binary.evaluate(compare(Function.GREATER_THAN, SqlType.BINARY)));
  }

  @Test
  void stringComparesWithALiteralOnEitherSide() {
    Rows rows = Rows.column(SqlType.STRING, "a", "m", "z", null);
    Expression column = column(0, SqlType.STRING);
    Expression literal = literal(SqlType.STRING, "m");
    assertEquals(
        Arrays.asList(true, false, false, null),
        rows.evaluate(call(SqlType.BOOLEAN, Function.LESS_THAN, column, literal)));
    assertEquals(
        Arrays.asList(false, false, true, null),
        rows.evaluate(call(SqlType.BOOLEAN, Function.LESS_THAN, literal, column)));
    assertEquals(
        Arrays.asList(null, null, null, null),
        rows.evaluate(
            call(SqlType.BOOLEAN, Function.EQUAL, column, literal(SqlType.STRING, null))));
  }

  @Test
  void longDecimalsCompareByAll128Bits() {
    SqlType type = SqlType.decimal(38, 0);
    BigDecimal big = new BigDecimal("99999999999999999999999999999999999999");
    Rows rows =
        Rows.of(type, type)
            .add(big, big.subtract(BigDecimal.ONE))
            .add(big.negate(), BigDecimal.ZERO)
            .add(BigDecimal.ONE, BigDecimal.ONE.negate());
    assertEquals(List.of(true, false, true), rows.evaluate(compare(Function.GREATER_THAN, type)));
  }

  @Test
  void nullOnEitherSideGivesNull() {
    Rows rows =
        Rows.of(SqlType.INT, SqlType.INT).add(null, 1).add(1, null).add(null, null).add(1, 1);
    assertEquals(
        Arrays.asList(null, null, null, true), rows.evaluate(compare(Function.EQUAL, SqlType.INT)));
    assertEquals(
        List.of(false, false, true, true),
        rows.evaluate(compare(Function.EQUAL_NULL_SAFE, SqlType.INT)));
  }

  @Test
  void inWithNullNeverAnswersFalse() {
    Rows rows = Rows.column(SqlType.INT, 1, 2, null);
    assertEquals(Arrays.asList(true, false, null), rows.evaluate(in(SqlType.INT, 1, 3)));
    assertEquals(Arrays.asList(true, null, null), rows.evaluate(in(SqlType.INT, 1, null)));
  }

  @Test
  void inFindsWhatAScanOfTheListFinds() {
    Random random = new Random(3);
    List<Object> constants = new ArrayList<>();
    Rows strings = Rows.of(SqlType.STRING);
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      constants.add(Integer.toString(random.nextInt(2000)));
    }
    Collections.shuffle(constants, random);
    for (int i = 0; i < 500; i++) {
      String value = Integer.toString(random.nextInt(2000));
      strings.add(value);
      expected.add(constants.contains(value));
    }
    assertEquals(expected, strings.evaluate(in(SqlType.STRING, constants.toArray())));

    SqlType wide = SqlType.decimal(30, 2);
    Object[] decimals = constants.stream().map(text -> new BigDecimal((String) text)).toArray();
    Rows numbers = Rows.of(wide);
    for (int i = 0; i < 2000; i += 7) {
      numbers.add(new BigDecimal(i));
    }
    List<Object> found = numbers.evaluate(in(wide, decimals));
    for (int i = 0; i < found.size(); i++) {
      assertEquals(constants.contains(Integer.toString(i * 7)), found.get(i));
    }
  }

  @Test
  void inFindsNumbersThatLieCloseTogetherAndFarApart() {
    Random random = new Random(5);
    for (long lowest : new long[] {0, 1, -70, Long.MIN_VALUE, Long.MAX_VALUE - 99}) {
      checkBigints(random, lowest, 100);
    }
    checkBigints(random, -100_000, 200_000);
    checkBigints(random, Long.MIN_VALUE / 2, Long.MAX_VALUE);
    Rows rows = Rows.column(SqlType.BIGINT, Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE);
    assertEquals(
        List.of(true, false, false, false, true),
        rows.evaluate(in(SqlType.BIGINT, Long.MAX_VALUE, Long.MIN_VALUE)));
    assertEquals(
        List.of(false, false, true, false, true),
        rows.evaluate(in(SqlType.BIGINT, Long.MAX_VALUE, 0L)));
    assertEquals(List.of(false, false, false, false, false), rows.evaluate(in(SqlType.BIGINT, 2L)));
  }

  /** Checks lists with some of the {@code width} numbers from {@code lowest} on. */
  private static void checkBigints(Random random, long lowest, long width) {
    Set<Long> constants = new HashSet<>();
    for (int i = 0; i < 60; i++) {
      constants.add(lowest + random.nextLong(width));
    }
    Rows rows = Rows.of(SqlType.BIGINT);
    List<Object> expected = new ArrayList<>();
    List<Long> values = new ArrayList<>(constants);
    values.addAll(List.of(0L, -1L, lowest - 1, lowest + width, Long.MIN_VALUE, Long.MAX_VALUE));
    for (int i = 0; i < 200; i++) {
      values.add(lowest + random.nextLong(width));
    }
    for (Long value : values) {
      rows.add(value);
      expected.add(constants.contains(value));
    }
    assertEquals(expected, rows.evaluate(in(SqlType.BIGINT, constants.toArray())));
  }

  @Test
  void aListOfValuesIsWhatItsLiteralsAre() {
    checkList(SqlType.BOOLEAN, Values.newBuilder().addIntegers(1), true);
    checkList(SqlType.INT, Values.newBuilder().addIntegers(-7).addIntegers(3), -7, 3);
    checkList(SqlType.DATE, Values.newBuilder().addIntegers(0), 0);
    checkList(SqlType.DOUBLE, Values.newBuilder().addFloatings(-0.0).addFloatings(NAN), -0.0, NAN);
    checkList(
        SqlType.decimal(12, 2),
        Values.newBuilder().addDecimals(unscaled(-125)),
        new BigDecimal("-1.25"));
    checkList(
        SqlType.decimal(30, 2),
        Values.newBuilder().addDecimals(unscaled(125)),
        new BigDecimal("1.25"));
    checkList(SqlType.STRING, Values.newBuilder().addBinaries(ByteString.copyFromUtf8("é")), "é");
  }

  private static void checkList(SqlType type, Values.Builder values, Object... constants) {
    Rows rows = Rows.column(type, constants);
    rows.add((Object) null);
    for (boolean hasNull : new boolean[] {false, true}) {
      Object[] literals = Arrays.copyOf(constants, constants.length + (hasNull ? 1 : 0));
      Expression list =
          Expression.newBuilder()
              .setType(SqlTypes.toWire(type))
              .setValues(values.setHasNull(hasNull))
              .build();
      assertEquals(
          rows.evaluate(in(type, literals)),
          rows.evaluate(call(SqlType.BOOLEAN, Function.IN, column(0, type), list)));
    }
  }

  private static ByteString unscaled(long value) {
    return ByteString.copyFrom(BigInteger.valueOf(value).toByteArray());
  }

  private static Expression compare(Function function, SqlType type) {
    return call(SqlType.BOOLEAN, function, column(0, type), column(1, type));
  }

  private static Expression in(SqlType type, Object... constants) {
    Expression[] arguments = new Expression[constants.length + 1];
    arguments[0] = column(0, type);
    for (int i = 0; i < constants.length; i++) {
      arguments[i + 1] = literal(type, constants[i]);
    }
    return call(SqlType.BOOLEAN, Function.IN, arguments);
  }
}
