package org.apache.spark.sql.hbase.engine.expression.decimal;

import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.OverflowMode;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** {@code + - *} of two DECIMAL, which may differ in precision and scale. */
public final class DecimalArithmetic extends BinaryExpression {
  private final DecimalOperation operation;

  public DecimalArithmetic(
      Function function,
      SqlType type,
      OverflowMode mode,
      VectorExpression left,
      VectorExpression right) {
    super(type, left, right);
    this.operation =
        switch (function) {
          case ADD -> DecimalOperation.add(left.type(), right.type(), type, mode);
          case SUBTRACT -> DecimalOperation.subtract(left.type(), right.type(), type, mode);
          default -> DecimalOperation.multiply(left.type(), right.type(), type, mode);
        };
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    operation.compute(a, b, rows, result);
  }
}
