package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import java.util.function.LongUnaryOperator;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;

/** {@code ~}, {@code bit_count} and {@code getbit} of an integer. */
final class BitExpression extends UnaryExpression {
  private final LongUnaryOperator operation;

  private BitExpression(SqlType type, VectorExpression operand, LongUnaryOperator operation) {
    super(type, operand);
    this.operation = operation;
  }

  static BitExpression not(VectorExpression operand) {
    return new BitExpression(operand.type(), operand, value -> ~value);
  }

  /** As in Spark a narrow negative number counts with 64 bits. */
  static BitExpression count(VectorExpression operand) {
    return new BitExpression(SqlType.INT, operand, Long::bitCount);
  }

  static BitExpression get(VectorExpression operand, int position) {
    return new BitExpression(SqlType.TINYINT, operand, value -> value >> position & 1);
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = operation.applyAsLong(values.longs[i]);
    }
  }
}
