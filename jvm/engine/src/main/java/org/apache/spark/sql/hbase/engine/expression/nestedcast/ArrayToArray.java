package org.apache.spark.sql.hbase.engine.expression.nestedcast;

import org.apache.spark.sql.hbase.codec.packed.ArrayReader;
import org.apache.spark.sql.hbase.codec.packed.ArrayWriter;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** ARRAY to an ARRAY of another type. */
final class ArrayToArray extends UnaryExpression {
  private final ArrayReader reader;
  private final PartCast element;
  private final ArrayWriter writer;

  ArrayToArray(SqlType to, VectorExpression operand, PartCast element) {
    super(to, operand);
    this.reader = (ArrayReader) NestedReader.of(operand.type());
    this.element = element;
    this.writer = new ArrayWriter(to.fieldType(0));
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      reader.bind(values.data, values.offsets[i], values.length(i));
      writer.reset();
      element.castAll(reader, writer);
      result.appendEmptyUntil(i);
      writer.putTo(result);
    }
  }
}
