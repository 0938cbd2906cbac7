package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.List;
import org.apache.spark.sql.hbase.codec.bytes.ByteBuilder;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/**
 * {@code CONCAT_WS}: NULL only where the separator is; other operands that are NULL are left out.
 */
final class ConcatWithSeparator implements VectorExpression {
  private final VectorExpression[] operands;
  private final ColumnVector[] values;
  private final ColumnVector result = new ColumnVector(SqlType.STRING);
  private final ByteBuilder scratch = new ByteBuilder();

  /** The separator, then what it separates. */
  ConcatWithSeparator(List<VectorExpression> operands) {
    this.operands = operands.toArray(VectorExpression[]::new);
    this.values = new ColumnVector[this.operands.length];
  }

  @Override
  public SqlType type() {
    return result.type();
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    for (int i = 0; i < operands.length; i++) {
      values[i] = operands[i].evaluate(batch, rows);
    }
    result.reset();
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.appendEmptyUntil(i);
      if (values[0].nulls[i]) {
        result.putNull();
      } else {
        append(i);
      }
    }
    result.appendEmptyUntil(batch.rowCount());
    return result;
  }

  private void append(int row) {
    scratch.reset();
    boolean isFirst = true;
    for (int v = 1; v < values.length; v++) {
      ColumnVector value = values[v];
      if (value.nulls[row]) {
        continue;
      }
      if (!isFirst) {
        scratch.appendBytes(values[0].data, values[0].offsets[row], values[0].length(row));
      }
      isFirst = false;
      scratch.appendBytes(value.data, value.offsets[row], value.length(row));
    }
    result.putBytes(scratch.array(), 0, scratch.length());
  }
}
