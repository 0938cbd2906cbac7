package org.apache.spark.sql.hbase.engine.keyrange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.ExpressionCompiler;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.predicate.KeyPredicates;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Conditions on functions of the key, which is one DATE, TIMESTAMP, TIMESTAMP_NTZ or INT. */
class TestKeyFunctions {
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "America/New_York",
          // Sets its clocks one minute after midnight.
          "America/St_Johns",
          // By half an hour.
          "Australia/Lord_Howe",
          // Left out 2011-12-30.
          "Pacific/Apia",
          // Had no midnight where summer began.
          "America/Sao_Paulo",
          // Changed by seconds.
          "Africa/Monrovia",
          "+14:00");

  private static final List<Function> COMPARISONS =
      List.of(
          Function.EQUAL,
          Function.EQUAL_NULL_SAFE,
          Function.LESS_THAN,
          Function.LESS_THAN_OR_EQUAL,
          Function.GREATER_THAN,
          Function.GREATER_THAN_OR_EQUAL);

  private static final List<String> UNITS =
      List.of("SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR");

  private static final int KEYS = 40;

  private Random random;
  private String zone;

  @Test
  void aYearIsARangeOfDatesAndOfTimestamps() {
    Expression date = Plans.column(0, SqlType.DATE);
    Expression year = Plans.call(Function.YEAR, SqlType.INT, date);
    Expression in2013 = is(Function.EQUAL, year, Plans.integer(2013, SqlType.INT));
    assertEquals("2013-01-01..2013-12-31", dates(in2013));
    Expression notBefore = is(Function.GREATER_THAN, Plans.integer(2013, SqlType.INT), year);
    assertEquals("..2012-12-31", dates(notBefore));
    assertEquals(
        "2013-01-01..2013-12-31 2015-01-01..2015-12-31",
        dates(
            is(
                Function.IN,
                year,
                Plans.integer(2015, SqlType.INT),
                Plans.integer(2013, SqlType.INT))));
    Expression trunc = Plans.call(Function.TRUNC, SqlType.DATE, date, Plans.string("MONTH"));
    long may = LocalDate.parse("2013-05-01").toEpochDay();
    assertEquals(
        "2013-05-01..2013-05-31",
        dates(is(Function.EQUAL, trunc, Plans.integer(may, SqlType.DATE))));
    assertEquals("", dates(is(Function.EQUAL, trunc, Plans.integer(may + 1, SqlType.DATE))));
  }

  @Test
  void aDayOfAZoneIsItsHours() {
    assertEquals("2013-07-01T04:00..2013-07-02T04:00", day("America/New_York", "2013-07-01"));
    // Clocks are set four hours after the day begins: up to three hours more are read on each side.
    assertEquals("2013-11-03T01:00..2013-11-04T08:00", day("America/New_York", "2013-11-03"));
    assertEquals("2013-11-03T00:00..2013-11-04T00:00", day("UTC", "2013-11-03"));
  }

  @Test
  void rowsOfWhichTheFunctionRaisesAreRead() {
    Expression month = dateTrunc("MONTH", SqlType.TIMESTAMP, "UTC");
    long june = micros(LocalDateTime.parse("2013-06-01T00:00"));
    Expression condition = is(Function.EQUAL, month, Plans.integer(june, SqlType.TIMESTAMP));
    List<KeyRange> ranges = ranges(SqlType.TIMESTAMP, condition);
    assertEquals(2, ranges.size());
    assertTrue(ranges.get(0).contains(new byte[Long.BYTES]), "the smallest timestamp");
    assertEquals(june, value(SqlType.TIMESTAMP, ranges.get(1).start()));
    assertEquals(
        micros(LocalDateTime.parse("2013-07-01T00:00")),
        value(SqlType.TIMESTAMP, ranges.get(1).stop()));
  }

  static IntStream seeds() {
    return RandomKeyTable.seeds(1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyKeyThatPassesOrRaisesLiesInARange(int seed) {
    random = new Random(seed);
    zone = ZONES.get(random.nextInt(ZONES.size()));
    SqlType type =
        List.of(SqlType.DATE, SqlType.TIMESTAMP, SqlType.TIMESTAMP_NTZ, SqlType.INT)
            .get(random.nextInt(4));
    Expression function = function(type);
    long[] keys = IntStream.range(0, KEYS).mapToLong(i -> key(type)).toArray();
    Expression condition = condition(type, function, keys);
    if (random.nextInt(3) == 0) {
      condition = Plans.call(Function.NOT, SqlType.BOOLEAN, condition);
    }
    Expression asked = condition;
    VectorExpression compiled = ExpressionCompiler.compile(condition, List.of(type));
    List<KeyRange> ranges = ranges(type, condition);
    for (long key : keys) {
      byte[] row = row(type, key);
      if (passesOrRaises(compiled, type, key)) {
        assertTrue(
            ranges.stream().anyMatch(range -> range.contains(row)),
            () -> key + " passes or raises: " + asked + " in ranges " + ranges);
      }
    }
  }

  /** Makes a function of one argument, or of another such function. */
  private Expression function(SqlType type) {
    Expression column = Plans.column(0, type);
    if (type.equals(SqlType.INT)) {
      return random.nextBoolean()
          ? cast(column, SqlType.BIGINT)
          : cast(column, random.nextBoolean() ? SqlType.decimal(12, 1) : SqlType.DOUBLE);
    }
    if (type.equals(SqlType.DATE)) {
      return ofDate(column);
    }
    return switch (random.nextInt(5)) {
      case 0 -> cast(column, SqlType.DATE);
      case 1 ->
          cast(column, type.equals(SqlType.TIMESTAMP) ? SqlType.TIMESTAMP_NTZ : SqlType.TIMESTAMP);
      case 2 -> ofDate(cast(column, SqlType.DATE));
      default -> dateTrunc(UNITS.get(random.nextInt(UNITS.size())), type, zone);
    };
  }

  private Expression ofDate(Expression date) {
    return switch (random.nextInt(4)) {
      case 0 -> Plans.call(Function.YEAR, SqlType.INT, date);
      case 1 -> Plans.call(Function.YEAR_OF_WEEK, SqlType.INT, date);
      case 2 -> Plans.call(Function.LAST_DAY, SqlType.DATE, date);
      default -> {
        String unit = List.of("WEEK", "MONTH", "QUARTER", "YEAR").get(random.nextInt(4));
        yield Plans.call(Function.TRUNC, SqlType.DATE, date, Plans.string(unit));
      }
    };
  }

  private Expression dateTrunc(String unit, SqlType type, String zone) {
    Call call =
        Call.newBuilder()
            .setFunction(Function.DATE_TRUNC)
            .setTimeZone(zone)
            .addArguments(Plans.string(unit))
            .addArguments(Plans.column(0, type))
            .build();
    return Expression.newBuilder().setType(SqlTypes.toWire(type)).setCall(call).build();
  }

  private Expression cast(Expression value, SqlType to) {
    Call call =
        Call.newBuilder()
            .setFunction(Function.CAST)
            .setTimeZone(zone)
            .setEvalMode(EvalMode.ANSI)
            .addArguments(value)
            .build();
    return Expression.newBuilder().setType(SqlTypes.toWire(to)).setCall(call).build();
  }

  private Expression condition(SqlType type, Expression function, long[] keys) {
    SqlType result = SqlTypes.of(function.getType());
    Expression constant = constant(type, function, result, keys);
    if (isWholeNumber(result) && random.nextInt(4) == 0) {
      return is(Function.IN, function, constant, constant(type, function, result, keys));
    }
    Function comparison = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
    return random.nextBoolean()
        ? is(comparison, function, constant)
        : is(comparison, constant, function);
  }

  private static boolean isWholeNumber(SqlType type) {
    return type.physical() == SqlType.Physical.LONG && type.kind() != SqlType.Kind.DECIMAL;
  }

  /** Makes a constant of the function's value at one of the keys, or of a value beside it. */
  private Expression constant(SqlType type, Expression function, SqlType result, long[] keys) {
    ColumnVector values =
        evaluate(ExpressionCompiler.compile(function, List.of(type)), type, safe(type, keys));
    if (result.physical() == SqlType.Physical.DOUBLE) {
      return Plans.floating(values.doubles[0] + random.nextInt(2) / 2.0);
    }
    return Plans.number(values.longs[0] + random.nextInt(3) - 1, result);
  }

  /** A key that no function raises of. */
  private long safe(SqlType type, long[] keys) {
    long limit = type.equals(SqlType.DATE) ? 1_000_000 : Long.MAX_VALUE / 2;
    for (long key : keys) {
      if (Math.abs(key / 2) < limit / 2) {
        return key;
      }
    }
    return 0;
  }

  /** Mostly near a change of the zone's offset or the turn of a month, else anywhere. */
  private long key(SqlType type) {
    if (random.nextInt(10) == 0) {
      int shift = random.nextInt(type.equals(SqlType.TIMESTAMP) ? 30 : 3);
      return type.equals(SqlType.DATE) || type.equals(SqlType.INT)
          ? random.nextInt()
          : random.nextBoolean() ? random.nextLong() : Long.MIN_VALUE + (1L << 40 + shift % 4);
    }
    long second = second() + random.nextInt(4 * 86_400) - 2 * 86_400;
    return switch (type.kind()) {
      case INT -> random.nextInt(20) - 10;
      case DATE -> Math.floorDiv(second, 86_400);
      default -> second * 1_000_000 + random.nextInt(2);
    };
  }

  private long second() {
    ZoneId id = ZoneId.of(zone);
    List<ZoneOffsetTransition> transitions = id.getRules().getTransitions();
    return transitions.isEmpty() || random.nextInt(3) == 0
        ? LocalDate.of(2010 + random.nextInt(4), 1 + random.nextInt(12), 1)
            .atStartOfDay(id)
            .toEpochSecond()
        : transitions.get(random.nextInt(Math.min(transitions.size(), 200))).toEpochSecond();
  }

  private static boolean passesOrRaises(VectorExpression condition, SqlType type, long key) {
    try {
      ColumnVector answer = evaluate(condition, type, key);
      return !(answer.hasNulls && answer.nulls[0]) && answer.longs[0] != 0;
    } catch (EvaluationException e) {
      return true;
    }
  }

  private static ColumnVector evaluate(VectorExpression expression, SqlType type, long key) {
    ColumnVector column = new ColumnVector(type, 1);
    column.putLong(key);
    ColumnBatch batch = new ColumnBatch(new ColumnVector[] {column}, 1);
    batch.setRowCount(1);
    return expression.evaluate(batch, SelectedRows.all(1));
  }

  @Test
  void conditionsThatTakeTooLongToLookAtSayNothing() {
    zone = "America/New_York";
    Expression function = Plans.column(0, SqlType.DATE);
    for (int i = 0; i < 40; i++) {
      function = cast(cast(function, SqlType.TIMESTAMP), SqlType.DATE);
    }
    long each = 80 * 4 * Long.SIZE;
    int looked = (int) (KeyPredicates.MAX_COMPUTED / each);
    Expression day = is(Function.EQUAL, function, Plans.integer(7, SqlType.DATE));
    List<KeyRange> asOne = ranges(SqlType.DATE, day);
    assertNotEquals(List.of(KeyRange.ALL), asOne);
    Expression[] many = Collections.nCopies(looked, day).toArray(Expression[]::new);
    assertEquals(asOne, ranges(SqlType.DATE, is(Function.OR, many)));
    Expression[] tooMany = Collections.nCopies(looked + 1, day).toArray(Expression[]::new);
    assertEquals(List.of(KeyRange.ALL), ranges(SqlType.DATE, is(Function.OR, tooMany)));
    assertEquals(asOne, ranges(SqlType.DATE, is(Function.AND, tooMany)));
  }

  private static List<KeyRange> ranges(SqlType type, Expression condition) {
    FixtureTable table =
        new FixtureTable(
            List.of(new FixtureColumn("k", type), new FixtureColumn("v", SqlType.INT)),
            1,
            FixtureTable.Layout.PACKED);
    return KeyRanges.of(Plans.plan(table, Plans.filter(condition))).ranges();
  }

  private static byte[] row(SqlType type, long key) {
    return type.equals(SqlType.DATE) || type.equals(SqlType.INT)
        ? ByteBuffer.allocate(4).putInt((int) key ^ Integer.MIN_VALUE).array()
        : ByteBuffer.allocate(8).putLong(key ^ Long.MIN_VALUE).array();
  }

  /** Returns the column's value of a bound; trailing zeros may be missing. */
  private static long value(SqlType type, byte[] bound) {
    return type.equals(SqlType.DATE)
        ? ByteBuffer.wrap(Arrays.copyOf(bound, 4)).getInt() ^ Integer.MIN_VALUE
        : ByteBuffer.wrap(Arrays.copyOf(bound, 8)).getLong() ^ Long.MIN_VALUE;
  }

  /** First and last dates of the ranges. */
  private static String dates(Expression condition) {
    return ranges(SqlType.DATE, condition).stream()
        .map(
            range ->
                (range.start().length == 0
                        ? ""
                        : LocalDate.ofEpochDay(value(SqlType.DATE, range.start())))
                    + ".."
                    + LocalDate.ofEpochDay(value(SqlType.DATE, range.stop()) - 1))
        .collect(Collectors.joining(" "));
  }

  private String day(String zone, String date) {
    this.zone = zone;
    Expression day = cast(Plans.column(0, SqlType.TIMESTAMP), SqlType.DATE);
    Expression constant = Plans.integer(LocalDate.parse(date).toEpochDay(), SqlType.DATE);
    return ranges(SqlType.TIMESTAMP, is(Function.EQUAL, day, constant)).stream()
        .map(range -> time(range.start()) + ".." + time(range.stop()))
        .collect(Collectors.joining(" "));
  }

  private static LocalDateTime time(byte[] row) {
    return LocalDateTime.ofEpochSecond(
        value(SqlType.TIMESTAMP, row) / 1_000_000, 0, ZoneOffset.UTC);
  }

  private static long micros(LocalDateTime time) {
    return time.toEpochSecond(ZoneOffset.UTC) * 1_000_000;
  }

  private static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }
}
