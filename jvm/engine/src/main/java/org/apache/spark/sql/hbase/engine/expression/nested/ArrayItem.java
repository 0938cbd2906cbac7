package org.apache.spark.sql.hbase.engine.expression.nested;

import org.apache.spark.sql.hbase.codec.packed.ArrayReader;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** The element of an ARRAY at a position: {@code array[i]} and {@code element_at}. */
final class ArrayItem extends BinaryExpression {
  private final ArrayPosition position;
  private final boolean raises;
  private final ArrayReader reader;
  private final RowWriter writer;

  /**
   * @param raises whether a position outside the array is an error, and not NULL
   */
  ArrayItem(
      ArrayPosition position, boolean raises, VectorExpression array, VectorExpression index) {
    super(array.type().fieldType(0), array, index);
    this.position = position;
    this.raises = raises;
    this.reader = (ArrayReader) NestedReader.of(array.type());
    this.writer = RowWriter.of(type());
  }

  @Override
  protected void compute(
      ColumnVector arrays, ColumnVector positions, SelectedRows rows, ColumnVector result) {
    writer.bind(result);
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      reader.bind(arrays.data, arrays.offsets[i], arrays.length(i));
      long index = position.index(positions.longs[i], reader.count());
      writer.at(i);
      if (index >= 0 && index < reader.count()) {
        reader.read((int) index, writer);
      } else if (raises) {
        throw position.outside(positions.longs[i], reader.count());
      } else {
        writer.putNull();
      }
    }
  }
}
