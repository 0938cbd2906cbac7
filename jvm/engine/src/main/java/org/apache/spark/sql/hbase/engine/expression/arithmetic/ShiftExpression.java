package org.apache.spark.sql.hbase.engine.expression.arithmetic;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.BinaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/**
 * {@code << >> >>>} of INT or BIGINT. As in Java only the low 5 or 6 bits of the distance count.
 */
final class ShiftExpression extends BinaryExpression {
  private final Function function;

  ShiftExpression(Function function, VectorExpression left, VectorExpression right) {
    super(left.type(), left, right);
    this.function = function;
  }

  @Override
  protected void compute(ColumnVector a, ColumnVector b, SelectedRows rows, ColumnVector result) {
    boolean isInt = type().equals(SqlType.INT);
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      int distance = (int) b.longs[i];
      result.longs[i] = isInt ? shift((int) a.longs[i], distance) : shift(a.longs[i], distance);
    }
  }

  private int shift(int value, int distance) {
    return switch (function) {
      case SHIFT_LEFT -> value << distance;
      case SHIFT_RIGHT -> value >> distance;
      case SHIFT_RIGHT_UNSIGNED -> value >>> distance;
      default -> throw new IllegalArgumentException("no shift: " + function);
    };
  }

  private long shift(long value, int distance) {
    return switch (function) {
      case SHIFT_LEFT -> value << distance;
      case SHIFT_RIGHT -> value >> distance;
      case SHIFT_RIGHT_UNSIGNED -> value >>> distance;
      default -> throw new IllegalArgumentException("no shift: " + function);
    };
  }
}
