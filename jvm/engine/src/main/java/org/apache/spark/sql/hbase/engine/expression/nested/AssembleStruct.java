package org.apache.spark.sql.hbase.engine.expression.nested;

import java.util.List;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** A STRUCT of the values of its fields; NULL where all of them are. */
final class AssembleStruct implements VectorExpression {
  private final VectorExpression[] operands;
  private final ColumnVector[] values;
  private final ColumnVector result;
  private final PackedWriter writer;

  /**
   * @param fields one per field of the type, in order
   */
  AssembleStruct(SqlType type, List<VectorExpression> fields) {
    this.operands = fields.toArray(VectorExpression[]::new);
    this.values = new ColumnVector[operands.length];
    this.result = new ColumnVector(type);
    this.writer = PackedCodec.ofStruct(type).newWriter();
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
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      result.appendEmptyUntil(i);
      if (isAnyThere(i)) {
        assemble(i);
      } else {
        result.putNull();
      }
    }
    result.appendEmptyUntil(batch.rowCount());
    return result;
  }

  private boolean isAnyThere(int row) {
    for (ColumnVector value : values) {
      if (!value.isNull(row)) {
        return true;
      }
    }
    return false;
  }

  private void assemble(int row) {
    writer.reset();
    for (ColumnVector value : values) {
      value.putTo(row, writer);
    }
    writer.putTo(result);
  }
}
