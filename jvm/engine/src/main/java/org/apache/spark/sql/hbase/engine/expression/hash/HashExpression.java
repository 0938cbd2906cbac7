package org.apache.spark.sql.hbase.engine.expression.hash;

import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.engine.hash.RowHashes;

/**
 * {@code xxhash64}, a BIGINT, and {@code hash}, an INT by Murmur3, of several values. Never NULL.
 */
final class HashExpression implements VectorExpression {
  private final long seed;
  private final VectorExpression[] operands;
  private final ColumnVector result;

  HashExpression(SqlType type, long seed, List<VectorExpression> operands) {
    this.result = new ColumnVector(type);
    this.seed = seed;
    this.operands = operands.toArray(VectorExpression[]::new);
  }

  @Override
  public SqlType type() {
    return result.type();
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    result.reset();
    result.setSize(batch.rowCount());
    long[] hashes = result.longs;
    for (int k = 0; k < rows.count; k++) {
      hashes[rows.positions[k]] = seed;
    }
    for (VectorExpression operand : operands) {
      ColumnVector values = operand.evaluate(batch, rows);
      if (type().equals(SqlType.BIGINT)) {
        RowHashes.addXxHash64(values, rows, hashes);
      } else {
        RowHashes.addMurmur3(values, rows, hashes);
      }
    }
    return result;
  }
}
