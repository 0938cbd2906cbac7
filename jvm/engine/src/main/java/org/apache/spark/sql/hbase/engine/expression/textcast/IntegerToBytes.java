package org.apache.spark.sql.hbase.engine.expression.textcast;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.arithmetic.IntegerWidth;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** Integers to BINARY: two's complement in as many bytes as the type has, the highest first. */
final class IntegerToBytes extends UnaryExpression {
  private final byte[] bytes;

  IntegerToBytes(VectorExpression operand) {
    super(SqlType.BINARY, operand);
    this.bytes = new byte[IntegerWidth.of(operand.type()).bits() / Byte.SIZE];
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      long rest = values.longs[i];
      for (int b = bytes.length - 1; b >= 0; b--) {
        bytes[b] = (byte) rest;
        rest >>= Byte.SIZE;
      }
      result.appendEmptyUntil(i);
      result.putBytes(bytes, 0, bytes.length);
    }
  }
}
