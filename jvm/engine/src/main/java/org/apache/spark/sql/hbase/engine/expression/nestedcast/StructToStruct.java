package org.apache.spark.sql.hbase.engine.expression.nestedcast;

import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** STRUCT to a STRUCT of as many fields, whatever their names are. */
final class StructToStruct extends UnaryExpression {
  private final StructParts parts;
  private final PackedWriter writer;

  StructToStruct(SqlType to, VectorExpression operand, PartCast[] fields) {
    super(to, operand);
    this.parts = new StructParts(operand.type(), fields);
    this.writer = PackedCodec.ofStruct(to).newWriter();
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int to;
    for (int from = 0; from < rows.count; from = to) {
      to = PartCast.endOfPiece(from, rows.count);
      ColumnVector[] fields = parts.cast(values, rows, from, to);
      for (int k = from; k < to; k++) {
        writer.reset();
        for (ColumnVector field : fields) {
          field.putTo(k - from, writer);
        }
        result.appendEmptyUntil(rows.positions[k]);
        writer.putTo(result);
      }
    }
  }
}
