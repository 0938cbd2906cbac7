package org.apache.spark.sql.hbase.engine.expression.nested;

import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** One field of a STRUCT. */
final class StructField extends UnaryExpression {
  private final PackedReader reader;
  private final int field;
  private final RowWriter writer;

  StructField(SqlType type, VectorExpression struct, int field) {
    super(type, struct);
    this.reader = PackedCodec.ofStruct(struct.type()).newReader();
    this.field = field;
    this.writer = RowWriter.of(type);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    writer.bind(result);
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      reader.bind(values.data, values.offsets[i], values.length(i));
      writer.at(i);
      reader.read(field, writer);
    }
  }
}
