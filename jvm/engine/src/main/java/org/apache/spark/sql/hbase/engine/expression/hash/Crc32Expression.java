package org.apache.spark.sql.hbase.engine.expression.hash;

import java.util.zip.CRC32;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code crc32} of a BINARY. */
final class Crc32Expression extends UnaryExpression {
  private final CRC32 checksum = new CRC32();

  Crc32Expression(VectorExpression operand) {
    super(SqlType.BIGINT, operand);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      checksum.reset();
      checksum.update(values.data, values.offsets[i], values.length(i));
      result.longs[i] = checksum.getValue();
    }
  }
}
