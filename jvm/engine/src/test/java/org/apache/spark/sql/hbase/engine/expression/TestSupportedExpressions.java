package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.castInZone;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.inZone;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.plan.PlanException;
import org.apache.spark.sql.hbase.wire.proto.Call;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestSupportedExpressions {
  private static final SqlType SHORT_DECIMAL = SqlType.decimal(12, 2);
  private static final SqlType LONG_DECIMAL = SqlType.decimal(30, 4);
  private static final List<SqlType> TYPES =
      List.of(
          SqlType.BOOLEAN,
          SqlType.TINYINT,
          SqlType.SMALLINT,
          SqlType.INT,
          SqlType.BIGINT,
          SqlType.FLOAT,
          SqlType.DOUBLE,
          SHORT_DECIMAL,
          LONG_DECIMAL,
          SqlType.STRING,
          SqlType.BINARY,
          SqlType.DATE,
          SqlType.TIMESTAMP,
          SqlType.TIMESTAMP_NTZ);

  private final Set<Function> computed = EnumSet.noneOf(Function.class);

  @Test
  void everythingListedIsComputedForValuesAndNulls() {
    for (Function function : Function.values()) {
      if (function == Function.UNRECOGNIZED || function == Function.FUNCTION_UNSPECIFIED) {
        continue;
      }
      for (SqlType result : TYPES) {
        for (SqlType first : TYPES) {
          evaluateIfSupported(function, result, first);
          for (SqlType second : TYPES) {
            evaluateIfSupported(function, result, first, second);
          }
        }
      }
      SqlType text = SqlType.STRING;
      evaluateIfSupported(function, text, SqlType.BINARY, SqlType.BOOLEAN);
      evaluateIfSupported(function, text, text, SqlType.INT, SqlType.INT);
      evaluateIfSupported(function, text, text, SqlType.INT, text);
      evaluateIfSupported(function, text, text, text, text);
      evaluateIfSupported(function, text, text, text, SqlType.INT, SqlType.INT);
      for (SqlType result : List.of(text, SqlType.INT)) {
        evaluateIfSupported(function, result, text, text, SqlType.INT);
      }
      evaluateIfSupported(
          function, SqlType.BIGINT, SqlType.DOUBLE, SqlType.DOUBLE, SqlType.DOUBLE, SqlType.BIGINT);
      evaluateOverNestedIfSupported(function);
      evaluateTimeFunction(function);
    }
    Set<Function> never = EnumSet.complementOf(EnumSet.copyOf(computed));
    never.removeAll(EnumSet.of(Function.UNRECOGNIZED, Function.FUNCTION_UNSPECIFIED));
    assertEquals(Set.of(), never, "No call above computes them: add one of their types");
  }

  private void evaluateOverNestedIfSupported(Function function) {
    SqlType.Field field = new SqlType.Field("a", SqlType.INT);
    // The sample of INT is a position in it.
    SqlType wide =
        SqlType.struct(
            IntStream.range(0, 8)
                .mapToObj(i -> new SqlType.Field("a" + "b".repeat(i), SqlType.INT))
                .toList());
    SqlType ints = SqlType.array(SqlType.INT);
    evaluateIfSupported(function, SqlType.INT, wide, SqlType.INT);
    evaluateIfSupported(function, SqlType.INT, ints, SqlType.INT);
    evaluateIfSupported(function, SqlType.INT, SqlType.map(SqlType.INT, SqlType.INT), SqlType.INT);
    evaluateIfSupported(function, SqlType.INT, ints);
    evaluateIfSupported(function, SqlType.BOOLEAN, ints, SqlType.INT);
    evaluateIfSupported(function, SqlType.BOOLEAN, ints, ints);
    evaluateIfSupported(function, ints, SqlType.array(wide), SqlType.INT);
    evaluateIfSupported(function, SqlType.struct(List.of(field)), wide);
    evaluateIfSupported(function, SqlType.struct(List.of(field)), SqlType.INT);
    evaluateIfSupported(function, ints, ints);
  }

  private void evaluateTimeFunction(Function function) {
    SqlType text = SqlType.STRING;
    SqlType count = SqlType.INT;
    SqlType large = SqlType.BIGINT;
    evaluateIfSupported(function, SqlType.DATE, count, count, count);
    for (SqlType time : List.of(SqlType.TIMESTAMP, SqlType.TIMESTAMP_NTZ)) {
      evaluateIfSupported(function, SqlType.decimal(8, 6), time);
      evaluateIfSupported(function, time, time, count, count, large);
      evaluateIfSupported(function, time, text, large, time);
      evaluateIfSupported(function, large, text, time, time);
      evaluateIfSupported(function, SqlType.DOUBLE, time, time, SqlType.BOOLEAN);
    }
  }

  private void evaluateIfSupported(Function function, SqlType result, SqlType... types) {
    for (boolean literals : new boolean[] {false, true}) {
      Rows rows = Rows.of(types);
      Object[] values = new Object[types.length];
      Call.Builder arguments = Call.newBuilder();
      for (int i = 0; i < types.length; i++) {
        values[i] = sample(types[i]);
        boolean literal = literals && isLiteral(function, i);
        arguments.addArguments(
            literal ? literal(types[i], literalFor(function, types[i])) : column(i, types[i]));
      }
      rows.add(values);
      for (int i = 0; i < types.length; i++) {
        Object[] withNull = values.clone();
        withNull[i] = null;
        rows.add(withNull);
      }
      rows.add(new Object[types.length]);
      Expression expression =
          call(
              result,
              function,
              EvalMode.LEGACY,
              arguments.getArgumentsList().toArray(Expression[]::new));
      Expression zoned =
          expression.toBuilder()
              .setCall(expression.getCall().toBuilder().setTimeZone("Europe/Berlin"))
              .build();
      if (SupportedExpressions.refusal(zoned).isEmpty()) {
        assertKeepsNulls(zoned, rows.evaluate(zoned));
        computed.add(function);
      } else {
        PlanException error = assertThrows(PlanException.class, () -> rows.evaluate(zoned));
        assertEquals(ErrorCode.UNSUPPORTED_FUNCTION, error.code());
      }
    }
  }

  /**
   * Compares the results with what the function says of NULL.
   *
   * @param results with no NULL, with NULL in each argument alone, and in all
   */
  private static void assertKeepsNulls(Expression call, List<Object> results) {
    List<Expression> arguments = call.getCall().getArgumentsList();
    assertEquals(arguments.size() + 2, results.size(), call.toString());
    if (Functions.isNullOfAnyArgument(call.getCall().getFunction())) {
      for (int i = 0; i < arguments.size(); i++) {
        if (!arguments.get(i).hasLiteral()) {
          assertNull(results.get(i + 1), call.toString());
        }
      }
    }
  }

  private static boolean isLiteral(Function function, int argument) {
    return switch (function) {
      case DATE_TRUNC, TIMESTAMP_ADD, TIMESTAMP_DIFF, XXHASH64, MURMUR3_HASH, MIGHT_CONTAIN ->
          argument == 0;
      case MONTHS_BETWEEN -> argument == 2;
      default -> argument > 0;
    };
  }

  private static Object literalFor(Function function, SqlType type) {
    return switch (function) {
      case DATE_TRUNC, TIMESTAMP_ADD, TIMESTAMP_DIFF, TRUNC -> textOr("MONTH", type);
      case NEXT_DAY -> textOr("MO", type);
      case DATE_FORMAT, PARSE_TIMESTAMP -> textOr("yyyy", type);
      case SHA2 -> type.equals(SqlType.INT) ? 256L : sample(type);
      case REGEXP_EXTRACT -> type.equals(SqlType.INT) ? 0L : sample(type);
      case MIGHT_CONTAIN ->
          type.equals(SqlType.BINARY)
              ? HexFormat.of().parseHex("000000010000000100000001ffffffffffffffff")
              : sample(type);
      default -> sample(type);
    };
  }

  private static Object textOr(String text, SqlType type) {
    return type.equals(SqlType.STRING) ? text : sample(type);
  }

  private static Object sample(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> true;
      case FLOAT, DOUBLE -> 2.0;
      case DECIMAL -> new BigDecimal("3.25");
      case STRING -> "text";
      case BINARY -> new byte[] {1, 2};
      case STRUCT, MAP -> "{}";
      case ARRAY -> "[]";
      default -> 7L;
    };
  }

  @Test
  void refusalsSayWhatAndWhichTypes() {
    Expression text = column(0, SqlType.STRING);
    Expression concat =
        call(SqlType.STRING, Function.ADD, EvalMode.ANSI, text, column(1, SqlType.INT));
    assertEquals(
        Optional.of("ADD(STRING, INT) in ANSI mode"), SupportedExpressions.refusal(concat));
  }

  @Test
  void aRefusalDeepInsideRefusesTheWhole() {
    Expression bad = call(SqlType.INT, Function.CAST, EvalMode.ANSI, column(0, SqlType.DATE));
    Expression isNull = call(SqlType.BOOLEAN, Function.IS_NULL, bad);
    Expression not = call(SqlType.BOOLEAN, Function.NOT, isNull);
    assertTrue(SupportedExpressions.refusal(not).isPresent());
  }

  @Test
  void arithmeticWithoutAModeAndTimesWithoutAZoneAreRefused() {
    Expression sum =
        call(SqlType.INT, Function.ADD, column(0, SqlType.INT), column(0, SqlType.INT));
    assertTrue(SupportedExpressions.refusal(sum).isPresent());
    Expression timestamp = column(0, SqlType.TIMESTAMP);
    assertTrue(
        SupportedExpressions.refusal(call(SqlType.INT, Function.HOUR, timestamp)).isPresent());
    assertTrue(
        SupportedExpressions.refusal(inZone(SqlType.INT, Function.HOUR, "No/Where", timestamp))
            .isPresent());
    assertTrue(SupportedExpressions.refusal(castInZone(SqlType.DATE, "", timestamp)).isPresent());
  }

  @Test
  void longLiteralsAreRefusedWhereTheyWouldBeSpread() {
    Expression text = column(0, SqlType.STRING);
    Expression large =
        literal(SqlType.STRING, "x".repeat(SupportedExpressions.MAX_SPREAD_BYTES + 1));
    assertTrue(
        SupportedExpressions.refusal(call(SqlType.STRING, Function.COALESCE, text, large))
            .isPresent());
    assertFalse(
        SupportedExpressions.refusal(call(SqlType.BOOLEAN, Function.EQUAL, text, large))
            .isPresent());
    assertFalse(
        SupportedExpressions.refusal(call(SqlType.BOOLEAN, Function.IN, text, large)).isPresent());
  }

  @Test
  void onlyWhatCanFailMayRaise() {
    Expression number = column(0, SqlType.INT);
    Expression sum = call(SqlType.INT, Function.ADD, EvalMode.ANSI, number, number);
    assertTrue(RaisingExpressions.mayRaise(sum));
    assertTrue(RaisingExpressions.mayRaise(call(SqlType.BOOLEAN, Function.EQUAL, sum, number)));
    assertFalse(
        RaisingExpressions.mayRaise(
            call(SqlType.INT, Function.ADD, EvalMode.LEGACY, number, number)));
    Expression real = column(0, SqlType.DOUBLE);
    assertFalse(
        RaisingExpressions.mayRaise(call(SqlType.DOUBLE, Function.ADD, EvalMode.ANSI, real, real)));
    assertTrue(
        RaisingExpressions.mayRaise(
            call(SqlType.DOUBLE, Function.DIVIDE, EvalMode.ANSI, real, real)));
  }

  @Test
  void castsThatAlwaysSucceedDoNotRaise() {
    List<SqlType> safe = new ArrayList<>();
    for (SqlType to : TYPES) {
      Expression cast = castInZone(to, "UTC", column(0, SqlType.INT));
      if (SupportedExpressions.refusal(cast).isEmpty() && !RaisingExpressions.mayRaise(cast)) {
        safe.add(to);
      }
    }
    assertEquals(
        List.of(
            SqlType.BOOLEAN,
            SqlType.INT,
            SqlType.BIGINT,
            SqlType.FLOAT,
            SqlType.DOUBLE,
            SHORT_DECIMAL,
            LONG_DECIMAL,
            SqlType.STRING,
            SqlType.TIMESTAMP),
        safe);
    assertTrue(
        RaisingExpressions.mayRaise(castInZone(SqlType.decimal(9, 2), "", column(0, SqlType.INT))));
  }
}
