package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** A constant, held as a vector that is filled once for the largest batch seen. */
public final class LiteralExpression implements VectorExpression {
  private final Constant constant;
  private final ColumnVector values;

  public LiteralExpression(Constant constant) {
    this.constant = constant;
    this.values = new ColumnVector(constant.type());
  }

  @Override
  public SqlType type() {
    return constant.type();
  }

  @Override
  public ColumnVector evaluate(ColumnBatch batch, SelectedRows rows) {
    int rowCount = batch.rowCount();
    if (values.size() < rowCount) {
      fill(rowCount);
    }
    return values;
  }

  private void fill(int rowCount) {
    values.reset();
    if (constant.type().physical() == SqlType.Physical.BYTES) {
      byte[] bytes = constant.isNull() ? new byte[0] : constant.bytes();
      for (int i = 0; i < rowCount; i++) {
        values.putBytes(bytes, 0, bytes.length);
      }
    } else {
      values.setSize(rowCount);
    }
    if (constant.isNull()) {
      Arrays.fill(values.nulls, 0, rowCount, true);
      values.hasNulls = true;
      return;
    }
    switch (constant.type().physical()) {
      case LONG -> Arrays.fill(values.longs, 0, rowCount, constant.low());
      case DOUBLE -> Arrays.fill(values.doubles, 0, rowCount, constant.floating());
      case DECIMAL128 -> {
        Arrays.fill(values.highs, 0, rowCount, constant.high());
        Arrays.fill(values.longs, 0, rowCount, constant.low());
      }
      case BYTES -> {}
    }
  }
}
