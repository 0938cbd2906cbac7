package org.apache.spark.sql.hbase.engine.operator.expand;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.ExpressionCompiler;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.junit.jupiter.api.Test;

class TestExpandOperator {
  private static final List<SqlType> TYPES = List.of(SqlType.STRING, SqlType.BIGINT);

  @Test
  void makesARowPerProjectionOfEachSelectedRow() {
    ExpandOperator expand =
        new ExpandOperator(
            List.of(
                projection(Plans.column(0, SqlType.STRING), gid(0)),
                projection(Plans.nullOf(SqlType.STRING), gid(1))));
    ColumnBatch batch = batch("a", "b", "c");
    SelectedRows rows = new SelectedRows(2);
    rows.add(0);
    rows.add(2);
    assertEquals(List.of("a 0", "c 0", "null 1", "null 1"), rows(expand.apply(batch, rows), rows));
    SelectedRows second = new SelectedRows(1);
    second.add(1);
    assertEquals(List.of("b 0", "null 1"), rows(expand.apply(batch, second), second));
  }

  @Test
  void noRowGivesNoRow() {
    ExpandOperator expand = new ExpandOperator(List.of(projection(gid(0)), projection(gid(1))));
    SelectedRows none = new SelectedRows(1);
    assertEquals(0, expand.apply(batch("a"), none).rowCount());
    assertTrue(none.isEmpty());
  }

  @Test
  void projectionsMayShareAnExpression() {
    List<VectorExpression> shared = projection(Plans.column(0, SqlType.STRING));
    ExpandOperator expand = new ExpandOperator(List.of(shared, shared));
    SelectedRows rows = SelectedRows.all(2);
    assertEquals(List.of("a", "b", "a", "b"), rows(expand.apply(batch("a", "b"), rows), rows));
  }

  private static Expression gid(long value) {
    return Plans.integer(value, SqlType.BIGINT);
  }

  private static List<VectorExpression> projection(Expression... expressions) {
    return Arrays.stream(expressions)
        .map(expression -> ExpressionCompiler.compile(expression, TYPES))
        .toList();
  }

  private static ColumnBatch batch(String... values) {
    ColumnVector strings = new ColumnVector(SqlType.STRING);
    Arrays.stream(values).forEach(value -> FixtureValues.put(value, SqlType.STRING, strings));
    ColumnBatch batch =
        new ColumnBatch(new ColumnVector[] {strings, new ColumnVector(SqlType.BIGINT)}, 10);
    batch.setRowCount(values.length);
    return batch;
  }

  private static List<String> rows(ColumnBatch batch, SelectedRows rows) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < rows.count; i++) {
      List<String> row = new ArrayList<>();
      for (int column = 0; column < batch.columnCount(); column++) {
        row.add(text(batch.column(column), rows.positions[i]));
      }
      found.add(String.join(" ", row));
    }
    return found;
  }

  private static String text(ColumnVector column, int row) {
    if (column.isNull(row)) {
      return "null";
    }
    return column.physical() == SqlType.Physical.LONG
        ? Long.toString(column.longs[row])
        : new String(column.data, column.offsets[row], column.length(row));
  }
}
