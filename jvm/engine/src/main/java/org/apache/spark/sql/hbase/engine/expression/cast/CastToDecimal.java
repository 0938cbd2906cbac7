package org.apache.spark.sql.hbase.engine.expression.cast;

import java.math.BigDecimal;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalResult;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalVectors;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * BOOLEAN and numbers to DECIMAL, rounded half up. NaN and infinities give NULL in every mode.
 * Floating-point values stand for their shortest decimal text, as in Spark; that allocates.
 */
final class CastToDecimal extends UnaryExpression {
  private final SqlType from;
  private final DecimalResult results;
  private final Int128 value = new Int128();

  CastToDecimal(SqlType to, OverflowMode mode, VectorExpression operand) {
    super(to, operand);
    this.from = operand.type();
    this.results = new DecimalResult(to, mode);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      if (values.physical() == SqlType.Physical.DOUBLE) {
        ofDouble(values.doubles[i], i, result);
      } else {
        ofUnscaled(values, i, result);
      }
    }
  }

  /** Casts a DECIMAL, or an integer, which counts as a DECIMAL of scale 0. */
  private void ofUnscaled(ColumnVector values, int row, ColumnVector result) {
    DecimalVectors.load(values, row, value);
    if (results.rescale(value, from.scale())) {
      results.set(result, row, value);
    } else {
      DecimalVectors.load(values, row, value);
      results.set(result, row, new BigDecimal(value.toBigInteger(), from.scale()));
    }
  }

  private void ofDouble(double number, int row, ColumnVector result) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      result.setNull(row);
    } else {
      results.set(result, row, new BigDecimal(Double.toString(number)));
    }
  }
}
