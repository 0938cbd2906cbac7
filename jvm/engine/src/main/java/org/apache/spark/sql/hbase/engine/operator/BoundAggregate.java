package org.apache.spark.sql.hbase.engine.operator;

import java.util.List;
import org.apache.spark.sql.hbase.engine.aggregate.PartialAggregate;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * One call of an aggregate function: its FILTER and arguments, and the function itself. Every
 * function ignores rows with a NULL argument, so that is done here. Not thread-safe.
 */
public final class BoundAggregate {
  private final PartialAggregate aggregate;
  private final VectorExpression[] arguments;
  private final VectorExpression filter;
  private final SelectedRows ownRows = new SelectedRows(1);

  private SelectedRows rows;
  private ColumnVector argument;

  /**
   * @param arguments of which the function sees the last
   * @param filter null for every row
   */
  public BoundAggregate(
      PartialAggregate aggregate, List<VectorExpression> arguments, VectorExpression filter) {
    this.aggregate = aggregate;
    this.arguments = arguments.toArray(VectorExpression[]::new);
    this.filter = filter;
  }

  PartialAggregate aggregate() {
    return aggregate;
  }

  /**
   * Finds the rows that count and computes the arguments, each only where all before it are not
   * NULL, as Spark does.
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
    for (VectorExpression expression : arguments) {
      argument = expression.evaluate(batch, rows);
      if (argument.hasNulls) {
        if (rows == selected) {
          rows = ownRows;
          rows.copyFrom(selected);
        }
        rows.keepNotNull(argument);
      }
    }
  }

  /** Of the rows of the last {@link #evaluate}. */
  long maxVariableBytes() {
    return aggregate.maxVariableBytes(argument, rows);
  }

  /** Adds the rows of the last {@link #evaluate} to their groups. */
  void update(int[] groups) {
    aggregate.update(argument, rows, groups);
  }
}
