package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.Raised;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** STRING to another type. What is no value of it raises in ANSI mode, and is NULL otherwise. */
abstract class TextCast extends UnaryExpression {
  private final boolean raises;

  TextCast(SqlType to, OverflowMode mode, VectorExpression operand) {
    super(to, operand);
    this.raises = mode == OverflowMode.RAISE;
  }

  @Override
  protected final void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      int start = values.offsets[i];
      int end = values.offsets[i + 1];
      if (!parse(values.data, start, end, result, i)) {
        fail(values.data, start, end, result, i);
      }
    }
  }

  private void fail(byte[] data, int start, int end, ColumnVector result, int row) {
    if (raises) {
      String text = new String(data, start, end - start, StandardCharsets.UTF_8);
      throw Raised.castInvalidInput(text, SqlType.STRING, type());
    }
    result.setNull(row);
  }

  /** Sets the result of a row; false if the text is no value of the type. */
  abstract boolean parse(byte[] data, int start, int end, ColumnVector result, int row);
}
