package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.error.EvaluationException;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Results;
import org.apache.spark.sql.hbase.engine.expression.kernel.RowSelections;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * Division and remainder. As in Spark the divisor comes first. If it is NULL, or zero outside ANSI
 * mode, the dividend is not evaluated and the answer is NULL. In ANSI mode a zero divisor raises an
 * error, but only if the dividend is not NULL.
 */
abstract class DivisionExpression extends BinaryExpression {
  final OverflowMode mode;
  private final SelectedRows notZero = new SelectedRows(1);

  DivisionExpression(
      SqlType type, OverflowMode mode, VectorExpression left, VectorExpression right) {
    super(type, left, right);
    this.mode = mode;
  }

  @Override
  public final ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    ColumnVector divisors = right.evaluate(batch, rows);
    SelectedRows live = RowSelections.notNull(divisors, rows, firstNotNull);
    if (mode != OverflowMode.RAISE) {
      live = withoutZeros(divisors, live);
    }
    ColumnVector dividends = left.evaluate(batch, live);
    live = RowSelections.notNull(dividends, live, bothNotNull);
    if (mode == OverflowMode.RAISE && withoutZeros(divisors, live).count < live.count) {
      throw zeroDivisor();
    }
    Results.prepare(result, batch.rowCount(), rows, live);
    compute(dividends, divisors, live, result);
    return result;
  }

  abstract EvaluationException zeroDivisor();

  private SelectedRows withoutZeros(ColumnVector divisors, SelectedRows rows) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      if (isZero(divisors, positions[k])) {
        return copyWithoutZeros(divisors, rows);
      }
    }
    return rows;
  }

  private SelectedRows copyWithoutZeros(ColumnVector divisors, SelectedRows rows) {
    notZero.clear();
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      if (!isZero(divisors, i)) {
        notZero.add(i);
      }
    }
    return notZero;
  }

  private static boolean isZero(ColumnVector divisors, int row) {
    return switch (divisors.physical()) {
      case DOUBLE -> divisors.doubles[row] == 0;
      case DECIMAL128 -> (divisors.longs[row] | divisors.highs[row]) == 0;
      default -> divisors.longs[row] == 0;
    };
  }
}
