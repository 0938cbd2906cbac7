package org.apache.spark.sql.hbase.engine.expression.nested;

import org.apache.spark.sql.hbase.codec.packed.MapReader;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** The value of a key of a MAP; NULL without such a key. */
final class MapValue extends BinaryExpression {
  private final MapReader reader;
  private final ElementSearch search = new ElementSearch();
  private final RowWriter writer;

  MapValue(VectorExpression map, VectorExpression key) {
    super(map.type().fieldType(1), map, key);
    this.reader = (MapReader) NestedReader.of(map.type());
    this.writer = RowWriter.of(type());
  }

  @Override
  protected void compute(
      ColumnVector maps, ColumnVector keys, SelectedRows rows, ColumnVector result) {
    writer.bind(result);
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      reader.bind(maps.data, maps.offsets[i], maps.length(i));
      int index = search.indexOf(keys, i, reader.keys());
      writer.at(i);
      if (index >= 0) {
        reader.values().read(index, writer);
      } else {
        writer.putNull();
      }
    }
  }
}
