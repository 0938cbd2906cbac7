package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.cast;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.castInZone;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.junit.jupiter.api.Test;

class TestNestedCasts {
  private static final SqlType INTS = SqlType.array(SqlType.INT);
  private static final SqlType TEXTS = SqlType.array(SqlType.STRING);
  private static final SqlType PAIR = struct(SqlType.STRING, SqlType.decimal(9, 8));
  private static final SqlType PAIRS = SqlType.map(SqlType.INT, PAIR);

  private static SqlType struct(SqlType... fields) {
    return SqlType.struct(
        IntStream.range(0, fields.length)
            .mapToObj(i -> new SqlType.Field("f" + i, fields[i]))
            .toList());
  }

  @Test
  void arraysHaveSquareBrackets() {
    assertEquals(
        Arrays.asList("[1, null, -3]", "[]", "[null]", null),
        toText(EvalMode.ANSI, INTS, "[1,null,-3]", "[]", "[null]", null));
  }

  @Test
  void structsHaveBracesAndNoNames() {
    assertEquals(
        Arrays.asList("{a, 0.50000000}", "{null, null}", "{null, 1.00000000}", null),
        toText(EvalMode.ANSI, PAIR, "{\"f0\":\"a\",\"f1\":0.5}", "{}", "{\"f1\":1,\"x\":2}", null));
  }

  @Test
  void mapsHaveArrows() {
    assertEquals(
        Arrays.asList("{1 -> {, null}, 2 -> null}", "{}"),
        toText(EvalMode.ANSI, PAIRS, "{\"1\":{\"f0\":\"\"},\"2\":null}", "{}"));
  }

  @Test
  void partsAreWrittenInTheModeAndTheZoneOfTheWhole() {
    String small = "{\"f1\":0.00000001}";
    assertEquals(List.of("{null, 0.00000001}"), toText(EvalMode.TRY, PAIR, small));
    assertEquals(List.of("{null, 1E-8}"), toText(EvalMode.LEGACY, PAIR, small));
    SqlType times = SqlType.array(SqlType.TIMESTAMP);
    Rows rows = Rows.column(times, "[\"1970-01-01T00:00:00.5Z\"]");
    Expression text = castInZone(SqlType.STRING, "Asia/Kolkata", column(0, times));
    assertEquals(List.of("[1970-01-01 05:30:00.5]"), rows.evaluate(text));
  }

  @Test
  void timestampsInsideNeedAZone() {
    Expression text = cast(SqlType.STRING, EvalMode.ANSI, column(0, struct(SqlType.TIMESTAMP)));
    assertTrue(SupportedExpressions.refusal(text).isPresent());
  }

  @Test
  void longArraysAreWrittenPieceByPiece() {
    for (int count : new int[] {256, 257, 1000}) {
      String json =
          IntStream.range(0, count).mapToObj(String::valueOf).collect(Collectors.joining(","));
      assertEquals(
          List.of("[" + json.replace(",", ", ") + "]"),
          toText(EvalMode.ANSI, INTS, "[" + json + "]"));
      Expression longer = cast(SqlType.array(SqlType.BIGINT), EvalMode.ANSI, column(0, INTS));
      String array = "[" + json + "]";
      assertEquals(List.of(array), Rows.column(INTS, array).evaluate(longer));
    }
  }

  @Test
  void manyStructsAreCastPieceByPiece() {
    Object[] rows = Collections.nCopies(600, "{\"f0\":\"7\"}").toArray();
    assertEquals(Collections.nCopies(600, "{7, null}"), toText(EvalMode.ANSI, PAIR, rows));
    SqlType to = struct(SqlType.INT, SqlType.DOUBLE);
    assertEquals(
        Collections.nCopies(600, "{\"f0\":7}"),
        Rows.column(PAIR, rows).evaluate(cast(to, EvalMode.ANSI, column(0, PAIR))));
  }

  @Test
  void valuesOfMapsAreCastAndKeysStay() {
    SqlType to = SqlType.map(SqlType.BIGINT, SqlType.STRING);
    assertEquals(
        Arrays.asList("{\"1\":\"{a, null}\",\"2\":null}", null),
        Rows.column(PAIRS, "{\"1\":{\"f0\":\"a\"},\"2\":null}", null)
            .evaluate(cast(to, EvalMode.ANSI, column(0, PAIRS))));
  }

  @Test
  void partsThatAreNoValueRaiseOrBecomeNull() {
    Rows rows = Rows.column(TEXTS, "[\"1\",\"x\"]", "[\"2\"]");
    for (EvalMode mode : List.of(EvalMode.LEGACY, EvalMode.TRY)) {
      assertEquals(List.of("[1,null]", "[2]"), rows.evaluate(cast(INTS, mode, column(0, TEXTS))));
    }
    Expression ansi = cast(INTS, EvalMode.ANSI, column(0, TEXTS));
    EvaluationException error = assertThrows(EvaluationException.class, () -> rows.evaluate(ansi));
    assertEquals(ErrorCode.CAST_INVALID_INPUT, error.code());
    assertEquals(List.of("[2]"), rows.evaluate(ansi, 1));
  }

  @Test
  void onlyPartsThatMayRaiseMakeTheWholeRaise() {
    assertTrue(RaisingExpressions.mayRaise(cast(INTS, EvalMode.ANSI, column(0, TEXTS))));
    assertFalse(RaisingExpressions.mayRaise(cast(INTS, EvalMode.TRY, column(0, TEXTS))));
    assertFalse(RaisingExpressions.mayRaise(cast(SqlType.STRING, EvalMode.ANSI, column(0, PAIR))));
    SqlType longs = SqlType.array(SqlType.BIGINT);
    assertFalse(RaisingExpressions.mayRaise(cast(longs, EvalMode.ANSI, column(0, INTS))));
  }

  @Test
  void otherShapesAndKeysThatCouldBeNullAreRefused() {
    SqlType byText = SqlType.map(SqlType.STRING, SqlType.INT);
    for (EvalMode mode : List.of(EvalMode.ANSI, EvalMode.LEGACY, EvalMode.TRY)) {
      assertRefused(INTS, SqlType.BINARY, mode);
      assertRefused(SqlType.STRING, INTS, mode);
      assertRefused(INTS, struct(SqlType.INT), mode);
      assertRefused(PAIR, struct(SqlType.STRING), mode);
      assertRefused(byText, SqlType.map(SqlType.INT, SqlType.INT), mode);
      assertRefused(INTS, SqlType.array(INTS), mode);
    }
  }

  @Test
  void aFieldThatTakesNoByteHasATextOfBoundedLength() {
    SqlType[] fields = Collections.nCopies(256, SqlType.INT).toArray(SqlType[]::new);
    SqlType widest = struct(fields);
    // As it was written when it had no field yet: format and a count of 0.
    byte[] older = {1, 0, 0};
    ColumnVector vector = new ColumnVector(widest);
    vector.putBytes(older, 0, older.length);
    ColumnBatch batch = new ColumnBatch(new ColumnVector[] {vector}, 1);
    batch.setRowCount(1);
    Expression text = cast(SqlType.STRING, EvalMode.ANSI, column(0, widest));
    ColumnVector result =
        ExpressionCompiler.compile(text, List.of(widest)).evaluate(batch, SelectedRows.all(1));
    assertEquals(
        "{" + String.join(", ", Collections.nCopies(256, "null")) + "}", Values.read(result, 0));
    assertRefused(struct(widest), SqlType.STRING, EvalMode.ANSI);
  }

  private static void assertRefused(SqlType from, SqlType to, EvalMode mode) {
    String refusal = SupportedExpressions.refusal(cast(to, mode, column(0, from))).orElseThrow();
    assertTrue(refusal.contains("CAST"), refusal);
  }

  private static List<Object> toText(EvalMode mode, SqlType type, Object... values) {
    return Rows.column(type, values).evaluate(cast(SqlType.STRING, mode, column(0, type)));
  }
}
