package org.apache.spark.sql.hbase.engine.expression.nested;

import org.apache.spark.sql.hbase.codec.packed.ArrayReader;
import org.apache.spark.sql.hbase.codec.packed.MapReader;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** Counts the elements of an ARRAY or the entries of a MAP. */
final class NestedSize extends UnaryExpression {
  private final NestedReader reader;
  private final ArrayReader counted;

  NestedSize(VectorExpression operand) {
    super(SqlType.INT, operand);
    this.reader = NestedReader.of(operand.type());
    this.counted = reader instanceof MapReader map ? map.keys() : (ArrayReader) reader;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      reader.bind(values.data, values.offsets[i], values.length(i));
      result.longs[i] = counted.count();
    }
  }
}
