package org.apache.spark.sql.hbase.engine.expression.nested;

import org.apache.spark.sql.hbase.codec.packed.ArrayReader;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** Whether an ARRAY holds a value; NULL where it holds none, but a NULL that could be it. */
final class ArrayContains extends BinaryExpression {
  private final ArrayReader reader;
  private final ElementSearch search = new ElementSearch();

  ArrayContains(VectorExpression array, VectorExpression value) {
    super(SqlType.BOOLEAN, array, value);
    this.reader = (ArrayReader) NestedReader.of(array.type());
  }

  @Override
  protected void compute(
      ColumnVector arrays, ColumnVector values, SelectedRows rows, ColumnVector result) {
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      reader.bind(arrays.data, arrays.offsets[i], arrays.length(i));
      boolean found = search.indexOf(values, i, reader) >= 0;
      result.longs[i] = found ? 1 : 0;
      if (!found && reader.hasNulls()) {
        result.setNull(i);
      }
    }
  }
}
