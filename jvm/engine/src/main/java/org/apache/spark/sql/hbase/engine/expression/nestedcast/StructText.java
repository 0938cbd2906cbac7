package org.apache.spark.sql.hbase.engine.expression.nestedcast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** STRUCT to STRING: {@code {1, null, x}}. */
final class StructText extends UnaryExpression {
  private final StructParts parts;
  private final NestedText text = new NestedText();

  /**
   * @param fields to STRING
   */
  StructText(VectorExpression operand, PartCast[] fields) {
    super(SqlType.STRING, operand);
    this.parts = new StructParts(operand.type(), fields);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int to;
    for (int from = 0; from < rows.count; from = to) {
      to = PartCast.endOfPiece(from, rows.count);
      ColumnVector[] fields = parts.cast(values, rows, from, to);
      for (int k = from; k < to; k++) {
        text.open('{');
        for (int field = 0; field < fields.length; field++) {
          if (field > 0) {
            text.separate();
          }
          text.append(fields[field], k - from);
        }
        text.close('}', result, rows.positions[k]);
      }
    }
  }
}
