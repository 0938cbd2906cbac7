package org.apache.spark.sql.hbase.engine.expression;

import static org.apache.spark.sql.hbase.engine.expression.Expressions.call;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.column;
import static org.apache.spark.sql.hbase.engine.expression.Expressions.literal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.Test;

class TestBits {
  @Test
  void operationsKeepTheWidthOfTheirType() {
    Rows bytes = Rows.of(SqlType.TINYINT, SqlType.TINYINT).add(-128, 127).add(null, 1);
    assertEquals(
        Arrays.asList(0L, null), bytes.evaluate(binary(Function.BITWISE_AND, SqlType.TINYINT)));
    assertEquals(
        Arrays.asList(-1L, null), bytes.evaluate(binary(Function.BITWISE_OR, SqlType.TINYINT)));
    assertEquals(
        Arrays.asList(-1L, null), bytes.evaluate(binary(Function.BITWISE_XOR, SqlType.TINYINT)));
    assertEquals(
        Arrays.asList(127L, null),
        bytes.evaluate(call(SqlType.TINYINT, Function.BITWISE_NOT, column(0, SqlType.TINYINT))));
  }

  @Test
  void onlyTheLowBitsOfADistanceCount() {
    assertEquals(List.of(8L, 2L, -4L), shift(SqlType.INT, Function.SHIFT_LEFT, 1, 3, 1, 33, -1, 2));
    assertEquals(List.of(-1L, -1L), shift(SqlType.INT, Function.SHIFT_RIGHT, -1, 31, -2, -31));
    assertEquals(
        List.of(1L, 0xFFFFFFFFL >> 1),
        shift(SqlType.INT, Function.SHIFT_RIGHT_UNSIGNED, -1, 31, -1, 1));
    assertEquals(
        List.of(1L, Long.MAX_VALUE),
        shift(SqlType.BIGINT, Function.SHIFT_RIGHT_UNSIGNED, -1, 63, -1, 65));
  }

  private static List<Object> shift(SqlType type, Function function, long... pairs) {
    Rows rows = Rows.of(type, SqlType.INT);
    for (int i = 0; i < pairs.length; i += 2) {
      rows.add(pairs[i], pairs[i + 1]);
    }
    return rows.evaluate(call(type, function, column(0, type), column(1, SqlType.INT)));
  }

  @Test
  void narrowNegativeNumbersCountSixtyFourBits() {
    assertEquals(
        Arrays.asList(64L, 7L, null),
        Rows.column(SqlType.TINYINT, -1, 127, null)
            .evaluate(call(SqlType.INT, Function.BITWISE_COUNT, column(0, SqlType.TINYINT))));
    assertEquals(
        List.of(1L, 0L),
        Rows.column(SqlType.BOOLEAN, true, false)
            .evaluate(call(SqlType.INT, Function.BITWISE_COUNT, column(0, SqlType.BOOLEAN))));
  }

  @Test
  void aPositionOutsideTheTypeIsRefused() {
    assertEquals(
        List.of(1L, 0L), Rows.column(SqlType.SMALLINT, -1, 1).evaluate(bit(SqlType.SMALLINT, 15)));
    assertTrue(SupportedExpressions.refusal(bit(SqlType.SMALLINT, 16)).isPresent());
    assertTrue(SupportedExpressions.refusal(bit(SqlType.BIGINT, -1)).isPresent());
  }

  private static Expression bit(SqlType type, int position) {
    return call(
        SqlType.TINYINT,
        Function.BITWISE_GET,
        column(0, type),
        literal(SqlType.INT, (long) position));
  }

  private static Expression binary(Function function, SqlType type) {
    return call(type, function, column(0, type), column(1, type));
  }
}
