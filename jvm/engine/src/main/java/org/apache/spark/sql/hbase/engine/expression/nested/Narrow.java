package org.apache.spark.sql.hbase.engine.expression.nested;

import org.apache.spark.sql.hbase.codec.packed.NestedProjection;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** A nested value with fewer fields in its STRUCTs, or one field in place of each STRUCT. */
final class Narrow extends UnaryExpression {
  private final NestedProjection projection;
  private final RowWriter writer;

  private Narrow(SqlType type, VectorExpression operand, NestedProjection projection) {
    super(type, operand);
    this.projection = projection;
    this.writer = RowWriter.of(type);
  }

  /** To the same nested type with fewer fields. */
  static Narrow toType(SqlType type, VectorExpression operand) {
    return new Narrow(type, operand, NestedProjection.toType(operand.type(), type));
  }

  /** Makes the expression that turns an ARRAY of STRUCT into the ARRAY of one field. */
  static Narrow toField(SqlType type, VectorExpression operand, int field) {
    return new Narrow(type, operand, NestedProjection.ofArrayToField(operand.type(), field));
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    writer.bind(result);
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      writer.at(i);
      projection.project(values.data, values.offsets[i], values.length(i), writer);
    }
  }
}
