package org.apache.spark.sql.hbase.engine.expression.textcast;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.decimal.DecimalVectors;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.types.Int128;

/**
 * DECIMAL to STRING: plain, but in LEGACY mode with an exponent where BigDecimal writes one.
 * Allocates.
 */
final class DecimalToText extends UnaryExpression {
  private final boolean isPlain;
  private final int scale;
  private final Int128 value = new Int128();

  DecimalToText(OverflowMode mode, VectorExpression operand) {
    super(SqlType.STRING, operand);
    this.isPlain = mode != OverflowMode.WRAP;
    this.scale = operand.type().scale();
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      DecimalVectors.load(values, i, value);
      BigDecimal decimal = new BigDecimal(value.toBigInteger(), scale);
      byte[] text =
          (isPlain ? decimal.toPlainString() : decimal.toString())
              .getBytes(StandardCharsets.US_ASCII);
      result.appendEmptyUntil(i);
      result.putBytes(text, 0, text.length);
    }
  }
}
