package org.apache.spark.sql.hbase.engine.expression.nestedcast;

import org.apache.spark.sql.hbase.codec.packed.ArrayReader;
import org.apache.spark.sql.hbase.codec.packed.NestedReader;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** ARRAY to STRING: {@code [1, null, 3]}. */
final class ArrayText extends UnaryExpression {
  private final ArrayReader reader;
  private final PartCast element;
  private final NestedText text = new NestedText();

  /**
   * @param element to STRING
   */
  ArrayText(VectorExpression operand, PartCast element) {
    super(SqlType.STRING, operand);
    this.reader = (ArrayReader) NestedReader.of(operand.type());
    this.element = element;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    for (int k = 0; k < rows.count; k++) {
      int i = rows.positions[k];
      reader.bind(values.data, values.offsets[i], values.length(i));
      text.open('[');
      int to;
      for (int from = 0; from < reader.count(); from = to) {
        to = PartCast.endOfPiece(from, reader.count());
        ColumnVector texts = element.cast(reader, from, to);
        for (int e = from; e < to; e++) {
          if (e > 0) {
            text.separate();
          }
          text.append(texts, e - from);
        }
      }
      text.close(']', result, i);
    }
  }
}
