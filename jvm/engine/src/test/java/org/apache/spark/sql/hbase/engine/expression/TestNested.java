package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.EvalMode;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestNested {
  private static final SqlType POINT =
      struct(
          new SqlType.Field("x", SqlType.INT),
          new SqlType.Field("name", SqlType.STRING),
          new SqlType.Field("d", SqlType.DOUBLE),
          new SqlType.Field("w", SqlType.decimal(30, 2)),
          new SqlType.Field("on", SqlType.BOOLEAN));
  private static final SqlType INTS = SqlType.array(SqlType.INT);
  private static final SqlType DOUBLES = SqlType.array(SqlType.DOUBLE);
  private static final SqlType COUNTS = SqlType.map(SqlType.STRING, SqlType.BIGINT);

  private static SqlType struct(SqlType.Field... fields) {
    return SqlType.struct(List.of(fields));
  }

  private static final Rows POINTS =
      Rows.column(
          POINT,
          "{\"x\":1,\"name\":\"a\",\"d\":1.5,\"w\":12345678901234567890.25,\"on\":true}",
          "{}",
          null,
          "{\"x\":-2,\"name\":\"\"}");

  @Test
  void fieldsOfEveryPhysicalTypeAreRead() {
    assertEquals(Arrays.asList(1L, null, null, -2L), POINTS.evaluate(field(POINT, 0)));
    assertEquals(Arrays.asList("a", null, null, ""), POINTS.evaluate(field(POINT, 1)));
    assertEquals(Arrays.asList(1.5, null, null, null), POINTS.evaluate(field(POINT, 2)));
    assertEquals("12345678901234567890.25", POINTS.evaluate(field(POINT, 3)).get(0).toString());
    assertEquals(Arrays.asList(true, null, null, null), POINTS.evaluate(field(POINT, 4)));
  }

  @Test
  void onlySelectedRowsAreRead() {
    assertEquals(Arrays.asList(null, ""), POINTS.evaluate(field(POINT, 1), 1, 3));
  }

  private static Expression field(SqlType struct, int position) {
    return call(
        struct.fieldType(position),
        Function.GET_STRUCT_FIELD,
        column(0, struct),
        literal(SqlType.INT, position));
  }

  @Test
  void itemsOutsideTheArrayAreNullOrAnError() {
    Rows rows = Rows.column(INTS, "[7,null]", "[]", null);
    assertEquals(Arrays.asList(7L, null, null), rows.evaluate(item(EvalMode.LEGACY, 0)));
    assertEquals(Arrays.asList(null, null, null), rows.evaluate(item(EvalMode.LEGACY, -1)));
    assertEquals(Arrays.asList(7L, null), rows.evaluate(item(EvalMode.ANSI, 0), 0, 2));
    assertRaises(ErrorCode.INVALID_ARRAY_INDEX, rows, item(EvalMode.ANSI, 0), 1);
    assertRaises(ErrorCode.INVALID_ARRAY_INDEX, rows, item(EvalMode.ANSI, -1), 0);
    assertRaises(ErrorCode.INVALID_ARRAY_INDEX, rows, item(EvalMode.ANSI, Integer.MAX_VALUE), 0);
  }

  private static Expression item(EvalMode mode, int index) {
    return call(
        SqlType.INT, Function.GET_ARRAY_ITEM, mode, column(0, INTS), literal(SqlType.INT, index));
  }

  @Test
  void elementsAreCountedFromOneAndFromTheEnd() {
    Rows rows = Rows.column(INTS, "[7,8,null]", "[9]", null);
    assertEquals(Arrays.asList(7L, 9L, null), rows.evaluate(elementAt(EvalMode.ANSI, 1)));
    assertEquals(Arrays.asList(null, 9L, null), rows.evaluate(elementAt(EvalMode.ANSI, -1)));
    assertEquals(Arrays.asList(8L, null, null), rows.evaluate(elementAt(EvalMode.LEGACY, 2)));
    assertEquals(
        Arrays.asList(null, null, null),
        rows.evaluate(elementAt(EvalMode.LEGACY, Integer.MIN_VALUE)));
    assertRaises(
        ErrorCode.INVALID_ARRAY_INDEX_IN_ELEMENT_AT, rows, elementAt(EvalMode.ANSI, -2), 1);
    assertRaises(ErrorCode.INVALID_INDEX_OF_ZERO, rows, elementAt(EvalMode.LEGACY, 0), 0);
    assertEquals(Arrays.asList((Object) null), rows.evaluate(elementAt(EvalMode.ANSI, 0), 2));
  }

  private static Expression elementAt(EvalMode mode, int index) {
    return call(
        SqlType.INT, Function.ELEMENT_AT, mode, column(0, INTS), literal(SqlType.INT, index));
  }

  private static void assertRaises(
      ErrorCode code, Rows rows, Expression expression, int... selected) {
    EvaluationException e =
        assertThrows(EvaluationException.class, () -> rows.evaluate(expression, selected));
    assertEquals(code, e.code());
    assertTrue(RaisingExpressions.mayRaise(expression));
  }

  @Test
  void positionsThatCannotBeWrongDoNotRaise() {
    assertFalse(RaisingExpressions.mayRaise(item(EvalMode.LEGACY, 0)));
    assertFalse(RaisingExpressions.mayRaise(elementAt(EvalMode.LEGACY, 1)));
    Expression anyPosition =
        call(
            SqlType.INT,
            Function.ELEMENT_AT,
            EvalMode.LEGACY,
            column(0, INTS),
            column(1, SqlType.INT));
    assertTrue(RaisingExpressions.mayRaise(anyPosition));
  }

  @Test
  void containsFollowsSqlEqualityAndKnowsWhatItDoesNotKnow() {
    Rows ints = Rows.column(INTS, "[1,2]", "[1,null]", "[]", null);
    assertEquals(Arrays.asList(true, null, false, null), ints.evaluate(contains(INTS, 2L)));
    assertEquals(Arrays.asList(null, null, null, null), ints.evaluate(contains(INTS, null)));
    Rows doubles = Rows.column(DOUBLES, "[\"NaN\"]", "[-0.0]");
    assertEquals(List.of(true, false), doubles.evaluate(contains(DOUBLES, Double.NaN)));
    assertEquals(List.of(false, true), doubles.evaluate(contains(DOUBLES, 0.0)));
  }

  private static Expression contains(SqlType array, Object value) {
    return call(
        SqlType.BOOLEAN,
        Function.ARRAY_CONTAINS,
        column(0, array),
        literal(array.fieldType(0), value));
  }

  @Test
  void mapsGiveTheValueOfTheFirstSuchKey() {
    Rows rows = Rows.column(COUNTS, "{\"a\":1,\"b\":null}", "{\"a\":2,\"a\":3}", "{}", null);
    assertEquals(Arrays.asList(1L, 2L, null, null), rows.evaluate(mapValue("a")));
    assertEquals(Arrays.asList(null, null, null, null), rows.evaluate(mapValue("b")));
    Expression size = call(SqlType.INT, Function.SIZE, column(0, COUNTS));
    assertEquals(Arrays.asList(2L, 2L, 0L, null), rows.evaluate(size));
  }

  private static Expression mapValue(String key) {
    return call(
        SqlType.BIGINT, Function.GET_MAP_VALUE, column(0, COUNTS), literal(SqlType.STRING, key));
  }

  @Test
  void valuesAreNarrowedAtAnyDepth() {
    SqlType path = SqlType.array(POINT);
    SqlType stored = SqlType.map(SqlType.STRING, path);
    SqlType few = struct(new SqlType.Field("on", SqlType.BOOLEAN), POINT.fields().get(0));
    SqlType wanted = SqlType.map(SqlType.STRING, SqlType.array(few));
    Rows rows =
        Rows.column(
            stored,
            "{\"p\":[{\"x\":1,\"name\":\"a\",\"on\":true},null,{}],\"q\":null}",
            "{}",
            null);
    assertEquals(
        Arrays.asList("{\"p\":[{\"on\":true,\"x\":1},null,{}],\"q\":null}", "{}", null),
        rows.evaluate(call(wanted, Function.NARROW, column(0, stored))));
  }

  @Test
  void aStructIsAssembledUnlessAllItsFieldsAreNull() {
    SqlType inner = struct(new SqlType.Field("n", SqlType.INT));
    SqlType type =
        struct(
            new SqlType.Field("x", SqlType.INT),
            new SqlType.Field("name", SqlType.STRING),
            new SqlType.Field("d", SqlType.DOUBLE),
            new SqlType.Field("w", SqlType.decimal(30, 2)),
            new SqlType.Field("in", inner));
    Rows rows =
        Rows.of(SqlType.INT, SqlType.STRING, SqlType.DOUBLE, SqlType.decimal(30, 2), inner)
            .add(1, "a", 1.5, new BigDecimal("12345678901234567890.25"), "{\"n\":7}")
            .add(null, null, null, null, null)
            .add(null, "", null, null, null)
            .add(null, null, null, null, "{}");
    Expression[] fields =
        IntStream.range(0, 5)
            .mapToObj(i -> column(i, type.fieldType(i)))
            .toArray(Expression[]::new);
    Expression assembled = call(type, Function.ASSEMBLE_STRUCT, fields);
    assertEquals(
        Arrays.asList(
            "{\"x\":1,\"name\":\"a\",\"d\":1.5,\"w\":12345678901234567890.25,\"in\":{\"n\":7}}",
            null,
            "{\"name\":\"\"}",
            "{\"in\":{}}"),
        rows.evaluate(assembled));
    assertEquals(Arrays.asList("{\"name\":\"\"}"), rows.evaluate(assembled, 2));
    Expression[] tooFew = Arrays.copyOf(fields, 4);
    assertFalse(isSupported(call(type, Function.ASSEMBLE_STRUCT, tooFew)));
    assertFalse(isSupported(call(inner, Function.ASSEMBLE_STRUCT, column(0, SqlType.BIGINT))));
  }

  @Test
  void aFieldOfEveryElementIsAnArray() {
    SqlType path = SqlType.array(POINT);
    Rows rows = Rows.column(path, "[{\"name\":\"a\"},null,{\"name\":\"\"},{}]", "[]", null);
    Expression names =
        call(
            SqlType.array(SqlType.STRING),
            Function.GET_ARRAY_STRUCT_FIELDS,
            column(0, path),
            literal(SqlType.INT, 1));
    assertEquals(Arrays.asList("[\"a\",null,\"\",null]", "[]", null), rows.evaluate(names));
  }

  @Test
  void wholeNestedValuesAreNotCompared() {
    for (Function function : List.of(Function.EQUAL, Function.LESS_THAN, Function.IN)) {
      assertFalse(isSupported(call(SqlType.BOOLEAN, function, column(0, INTS), column(1, INTS))));
    }
    SqlType arrays = SqlType.array(INTS);
    assertFalse(
        isSupported(
            call(SqlType.BOOLEAN, Function.ARRAY_CONTAINS, column(0, arrays), column(1, INTS))));
    assertTrue(isSupported(call(SqlType.BOOLEAN, Function.IS_NULL, column(0, INTS))));
  }

  @Test
  void fieldsThatAreNotThereAreRefused() {
    assertFalse(isSupported(fieldAt(literal(SqlType.INT, 5))));
    assertFalse(isSupported(fieldAt(literal(SqlType.INT, -1))));
    assertFalse(isSupported(fieldAt(literal(SqlType.INT, null))));
    assertFalse(isSupported(fieldAt(column(1, SqlType.INT))));
    SqlType other = struct(new SqlType.Field("z", SqlType.INT));
    assertFalse(isSupported(call(other, Function.NARROW, column(0, POINT))));
    SqlType twins = struct(POINT.fields().get(0), POINT.fields().get(0));
    SqlType one = struct(POINT.fields().get(0));
    assertFalse(isSupported(call(one, Function.NARROW, column(0, twins))));
  }

  private static Expression fieldAt(Expression position) {
    return call(SqlType.INT, Function.GET_STRUCT_FIELD, column(0, POINT), position);
  }

  private static boolean isSupported(Expression expression) {
    return SupportedExpressions.refusal(expression).isEmpty();
  }
}
