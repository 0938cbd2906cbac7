package org.apache.spark.sql.hbase.engine.expression.hash;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.hash.BloomFilter;

/** Whether a Bloom filter can contain a BIGINT. */
final class MightContainExpression extends UnaryExpression {
  private final BloomFilter filter;

  MightContainExpression(BloomFilter filter, VectorExpression operand) {
    super(SqlType.BOOLEAN, operand);
    this.filter = filter;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = filter.mightContain(values.longs[i]) ? 1 : 0;
    }
  }
}
