package org.apache.spark.sql.hbase.engine.expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.RunnerContext;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Expression;

/** A small table to evaluate expressions over. */
final class Rows {
  private final List<SqlType> types;
  private final List<Object[]> rows = new ArrayList<>();

  private Rows(SqlType... types) {
    this.types = List.of(types);
  }

  static Rows of(SqlType... types) {
    return new Rows(types);
  }

  /** One column. */
  static Rows column(SqlType type, Object... values) {
    Rows rows = new Rows(type);
    for (Object value : values) {
      rows.add(value);
    }
    return rows;
  }

  Rows add(Object... values) {
    rows.add(values);
    return this;
  }

  /** The value of the expression for each row. */
  List<Object> evaluate(Expression expression) {
    int[] all = new int[rows.size()];
    Arrays.setAll(all, i -> i);
    return evaluate(expression, all);
  }

  /**
   * The value for the selected rows only; evaluated twice, because a second batch reuses the
   * vectors.
   */
  List<Object> evaluate(Expression expression, int... selected) {
    VectorExpression compiled = ExpressionCompiler.compile(expression, types);
    List<Object> first = values(compiled, selected);
    assertSame(first, values(compiled, selected));
    return first;
  }

  private List<Object> values(VectorExpression compiled, int... selected) {
    ColumnVector vector = compiled.evaluate(batch(), selection(selected));
    List<Object> values = new ArrayList<>();
    for (int row : selected) {
      values.add(Values.read(vector, row));
    }
    return values;
  }

  private static void assertSame(List<Object> first, List<Object> second) {
    if (!Arrays.deepEquals(first.toArray(), second.toArray())) {
      throw new AssertionError("a second evaluation gives " + second + " instead of " + first);
    }
  }

  /** Positions of the rows for which the predicate is TRUE. */
  List<Integer> where(Expression predicate) {
    SelectedRows selected = SelectedRows.all(rows.size());
    PredicateEvaluator.compile(predicate, types, RunnerContext.alone()).keepTrue(batch(), selected);
    List<Integer> positions = new ArrayList<>();
    for (int k = 0; k < selected.count; k++) {
      positions.add(selected.positions[k]);
    }
    return Collections.unmodifiableList(positions);
  }

  private ColumnBatch batch() {
    ColumnVector[] columns = types.stream().map(ColumnVector::new).toArray(ColumnVector[]::new);
    for (Object[] row : rows) {
      for (int c = 0; c < columns.length; c++) {
        Values.append(columns[c], row[c]);
      }
    }
    ColumnBatch batch = new ColumnBatch(columns, Math.max(1, rows.size()));
    batch.setRowCount(rows.size());
    return batch;
  }

  private static SelectedRows selection(int... positions) {
    SelectedRows selected = new SelectedRows(1);
    for (int position : positions) {
      selected.add(position);
    }
    return selected;
  }
}
