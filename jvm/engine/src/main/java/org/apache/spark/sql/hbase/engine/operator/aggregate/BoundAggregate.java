package org.apache.spark.sql.hbase.engine.operator.aggregate;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.engine.aggregate.GroupRuns;
import org.apache.spark.sql.hbase.engine.aggregate.PartialAggregate;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * One call of an aggregate function: its FILTER and arguments, and the function itself. Rows that
 * the filter or a NULL argument takes out do not reach the function. Not thread-safe.
 */
public final class BoundAggregate {
  private final PartialAggregate aggregate;
  private final VectorExpression[] expressions;
  private VectorExpression filter;
  private SelectedRows ownRows = new SelectedRows(1);

  private SelectedRows rows;

  /** Values of the expressions at {@link #rows}. */
  private final ColumnVector[] arguments;

  /**
   * @param filter null for every row
   */
  public BoundAggregate(
      PartialAggregate aggregate, List<VectorExpression> arguments, VectorExpression filter) {
    this.aggregate = aggregate;
    this.expressions = arguments.toArray(VectorExpression[]::new);
    this.arguments = new ColumnVector[expressions.length];
    this.filter = filter;
  }

  PartialAggregate aggregate() {
    return aggregate;
  }

  /**
   * Finds the rows that count and computes the arguments. If the function skips NULL, each is
   * computed only where those before it are not NULL, as Spark does.
   */
  void evaluate(ColumnBatch batch, SelectedRows selected) {
    rows = selected;
    if (filter != null) {
      rows = ownRows;
      rows.copyFrom(selected);
      if (!rows.isEmpty()) {
        rows.keepTrue(filter.evaluate(batch, rows));
      }
    }
    for (int i = 0; i < expressions.length; i++) {
      arguments[i] = expressions[i].evaluate(batch, rows);
      if (arguments[i].hasNulls && aggregate.skipsNull(i)) {
        if (rows == selected) {
          rows = ownRows;
          rows.copyFrom(selected);
        }
        rows.keepNotNull(arguments[i]);
      }
    }
  }

  /** Takes the expressions of a fresh call of the same function. */
  void renewExpressions(BoundAggregate fresh) {
    System.arraycopy(fresh.expressions, 0, expressions, 0, expressions.length);
    filter = fresh.filter;
    ownRows = fresh.ownRows;
    rows = null;
    Arrays.fill(arguments, null);
  }

  /**
   * Returns the largest length of values of variable length in the rows of the last {@link
   * #evaluate}.
   */
  long maxVariableBytes() {
    return aggregate.maxVariableBytes(arguments, rows);
  }

  /**
   * Adds the rows of the last {@link #evaluate} to their groups.
   *
   * @param selected those of that call
   * @param runs the same rows, sorted by groups; null if they are not
   */
  void update(SelectedRows selected, int[] groups, GroupRuns runs) {
    boolean isDone = runs != null && rows == selected && aggregate.updateRuns(arguments, runs);
    if (!isDone) {
      aggregate.update(arguments, rows, groups);
    }
  }
}
