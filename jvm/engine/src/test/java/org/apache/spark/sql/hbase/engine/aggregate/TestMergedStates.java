package org.apache.spark.sql.hbase.engine.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.types.SqlTypes;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.testkit.StateMerger;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * States of pieces, merged by the rules of Spark's final aggregation, are the state of the whole.
 * The pieces have any size, some of them empty, in any order where the function allows it.
 */
class TestMergedStates {
  private static final int ROWS = 200;
  private static final SqlType WIDE = SqlType.decimal(38, 2);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void piecesInAnyOrderMakeTheWhole(long seed) {
    Random random = new Random(seed);
    for (SqlType type :
        List.of(SqlType.INT, SqlType.BIGINT, SqlType.DOUBLE, SqlType.decimal(12, 2), WIDE)) {
      check(random, true, call(AggregateFunction.COUNT, type));
      check(random, true, call(AggregateFunction.SUM, type));
      check(random, true, call(AggregateFunction.AVG, type));
      check(random, true, call(AggregateFunction.MIN, type));
      check(random, true, call(AggregateFunction.MAX, type));
      check(random, true, call(AggregateFunction.MAX_BY, type, SqlType.TIMESTAMP));
      check(random, true, call(AggregateFunction.MIN_BY, type, SqlType.TIMESTAMP));
      check(random, true, approximateCount(type));
    }
    for (AggregateFunction bits :
        List.of(AggregateFunction.BIT_AND, AggregateFunction.BIT_OR, AggregateFunction.BIT_XOR)) {
      check(random, true, call(bits, SqlType.BIGINT));
    }
    check(
        random,
        true,
        Plans.aggregateCall(AggregateFunction.SUM, EvalMode.TRY, Plans.column(0, SqlType.BIGINT)));
    check(random, true, call(AggregateFunction.MIN, SqlType.STRING));
    check(random, true, call(AggregateFunction.COUNT, SqlType.STRING, SqlType.DOUBLE));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void momentsOfPiecesAreThoseOfTheWhole(long seed) {
    Random random = new Random(seed);
    check(random, true, call(AggregateFunction.VARIANCE, SqlType.DOUBLE));
    check(random, true, call(AggregateFunction.SKEWNESS, SqlType.DOUBLE));
    check(random, true, call(AggregateFunction.KURTOSIS, SqlType.DOUBLE));
    for (AggregateFunction pairs :
        List.of(
            AggregateFunction.COVARIANCE,
            AggregateFunction.CORRELATION,
            AggregateFunction.REGRESSION)) {
      check(random, true, call(pairs, SqlType.DOUBLE, SqlType.DOUBLE));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void piecesInTheirOrderKeepTheFirstAndTheLast(long seed) {
    Random random = new Random(seed);
    for (AggregateFunction edge :
        List.of(
            AggregateFunction.FIRST,
            AggregateFunction.FIRST_NOT_NULL,
            AggregateFunction.LAST,
            AggregateFunction.LAST_NOT_NULL)) {
      check(random, false, call(edge, SqlType.STRING));
      check(random, false, call(edge, SqlType.DOUBLE));
    }
    // Many rows have the same ordering.
    check(random, false, call(AggregateFunction.MAX_BY, SqlType.BIGINT, SqlType.BOOLEAN));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"AGGREGATE_FUNCTION_UNSPECIFIED", "UNRECOGNIZED"})
  void rowsThatComeAgainLeaveTheStateWhereTheFunctionSaysSo(AggregateFunction function) {
    AggregateCall call = anyCall(function);
    SqlType[] types = rowTypes(call);
    Random random = new Random(1);
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(row(random, i, types));
    }
    List<List<Object>> again = new ArrayList<>(rows);
    Collections.shuffle(again, random);
    again.addAll(0, rows);
    boolean isSame = state(call, types, rows).equals(state(call, types, again));
    assertTrue(isSame || !PartialAggregates.takesRepeatedRows(call));
    assertEquals(
        Set.of(
                AggregateFunction.MIN,
                AggregateFunction.MAX,
                AggregateFunction.BIT_AND,
                AggregateFunction.BIT_OR,
                AggregateFunction.APPROX_COUNT_DISTINCT)
            .contains(function),
        PartialAggregates.takesRepeatedRows(call));
  }

  private static AggregateCall anyCall(AggregateFunction function) {
    return switch (function) {
      case SUM, AVG ->
          Plans.aggregateCall(function, EvalMode.ANSI, Plans.column(0, SqlType.BIGINT));
      case COUNT, MIN, MAX, BIT_AND, BIT_OR, BIT_XOR, FIRST, FIRST_NOT_NULL, LAST, LAST_NOT_NULL ->
          call(function, SqlType.BIGINT);
      case MIN_BY, MAX_BY -> call(function, SqlType.BIGINT, SqlType.BOOLEAN);
      case VARIANCE, SKEWNESS, KURTOSIS -> call(function, SqlType.DOUBLE);
      case COVARIANCE, CORRELATION, REGRESSION -> call(function, SqlType.DOUBLE, SqlType.DOUBLE);
      case APPROX_COUNT_DISTINCT -> approximateCount(SqlType.BIGINT);
      case AGGREGATE_FUNCTION_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("no function: " + function);
    };
  }

  private static AggregateCall call(AggregateFunction function, SqlType... types) {
    Expression[] arguments =
        IntStream.range(0, types.length)
            .mapToObj(i -> Plans.column(i, types[i]))
            .toArray(Expression[]::new);
    return Plans.aggregateCall(function, arguments);
  }

  private static AggregateCall approximateCount(SqlType type) {
    return Plans.aggregateCall(
        AggregateFunction.APPROX_COUNT_DISTINCT,
        Plans.column(0, type),
        Plans.integer(6, SqlType.INT));
  }

  private static SqlType[] rowTypes(AggregateCall call) {
    return PartialAggregates.rowArguments(call).stream()
        .map(argument -> SqlTypes.of(argument.getType()))
        .toArray(SqlType[]::new);
  }

  private static void check(Random random, boolean shuffles, AggregateCall call) {
    SqlType[] types = rowTypes(call);
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(row(random, i, types));
    }
    List<List<Object>> pieces = new ArrayList<>();
    for (int start = 0; start < ROWS; ) {
      int end = Math.min(ROWS, start + random.nextInt(40));
      pieces.add(state(call, types, rows.subList(start, end)));
      start = end;
    }
    if (shuffles) {
      Collections.shuffle(pieces, random);
    }
    List<Object> merged =
        StateMerger.merge(Plans.aggregate(List.of(), call).getAggregate(), pieces).get(List.of());
    assertClose(state(call, types, rows), merged, call.getFunction() + Arrays.toString(types));
  }

  private static List<Object> row(Random random, int number, SqlType... types) {
    List<Object> row = new ArrayList<>();
    for (SqlType type : types) {
      Object value =
          switch (type.kind()) {
            // Different in every row.
            case TIMESTAMP -> (long) number * 7919 % ROWS;
            case BOOLEAN -> random.nextBoolean();
            case STRING -> "s" + random.nextInt(50);
            case DOUBLE -> random.nextInt(1000) / 8.0 - 50;
            case DECIMAL -> BigInteger.valueOf(random.nextInt());
            default -> (long) random.nextInt(2_000_000) - 1_000_000;
          };
      row.add(random.nextInt(6) == 0 ? null : value);
    }
    return row;
  }

  private static List<Object> state(AggregateCall call, SqlType[] types, List<List<Object>> rows) {
    return new AggregateStates(PartialAggregates.ofGroups(call), types)
        .groups(1)
        .addRows(0, rows)
        .state()
        .get(0);
  }

  private static void assertClose(List<Object> expected, List<Object> actual, String message) {
    assertEquals(expected.size(), actual.size());
    for (int i = 0; i < expected.size(); i++) {
      if (expected.get(i) instanceof Double number) {
        double tolerance = 1e-9 * Math.max(1, Math.abs(number));
        assertEquals(number, (Double) actual.get(i), tolerance, message);
      } else {
        assertEquals(expected.get(i), actual.get(i), message);
      }
    }
  }
}
