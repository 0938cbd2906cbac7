package org.apache.spark.sql.hbase.engine.expression.nestedcast;

import org.apache.spark.sql.hbase.codec.packed.MapReader;
import org.apache.spark.sql.hbase.codec.packed.MapWriter;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** MAP to a MAP of other types. Keys that become equal all stay, as in Spark. */
final class MapToMap extends UnaryExpression {
  private final MapReader reader;
  private final PartCast key;
  private final PartCast value;
  private final MapWriter writer;

  MapToMap(SqlType to, VectorExpression operand, PartCast key, PartCast value) {
    super(to, operand);
    this.reader = (MapReader) NestedReader.of(operand.type());
    this.key = key;
    this.value = value;
    this.writer = new MapWriter(to);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      reader.bind(values.data, values.offsets[i], values.length(i));
      writer.reset();
      key.castAll(reader.keys(), writer.keys());
      value.castAll(reader.values(), writer.values());
      result.appendEmptyUntil(i);
      writer.putTo(result);
    }
  }
}
