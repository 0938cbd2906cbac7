package org.apache.spark.sql.hbase.engine.expression.nestedcast;

import org.apache.spark.sql.hbase.codec.packed.MapReader;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** MAP to STRING: {@code {a -> 1, b -> null}}. */
final class MapText extends UnaryExpression {
  private final MapReader reader;
  private final PartCast key;
  private final PartCast value;
  private final NestedText text = new NestedText();

  /**
   * @param key to STRING
   * @param value to STRING
   */
  MapText(VectorExpression operand, PartCast key, PartCast value) {
    super(SqlType.STRING, operand);
    this.reader = (MapReader) NestedReader.of(operand.type());
    this.key = key;
    this.value = value;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      reader.bind(values.data, values.offsets[i], values.length(i));
      int count = reader.keys().count();
      text.open('{');
      int to;
      for (int from = 0; from < count; from = to) {
        to = PartCast.endOfPiece(from, count);
        ColumnVector keyTexts = key.cast(reader.keys(), from, to);
        ColumnVector valueTexts = value.cast(reader.values(), from, to);
        for (int e = from; e < to; e++) {
          if (e > 0) {
            text.separate();
          }
          text.append(keyTexts, e - from);
          text.arrow();
          text.append(valueTexts, e - from);
        }
      }
      text.close('}', result, i);
    }
  }
}
