package org.apache.spark.sql.hbase.engine.expression.text;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.UnaryExpression;
import org.apache.spark.sql.hbase.engine.expression.kernel.VectorExpression;
import org.apache.spark.sql.hbase.wire.proto.Function;

/** Whether a STRING starts with, ends with or contains a constant, byte by byte. */
final class StringMatch extends UnaryExpression {
  private final Function function;
  private final byte[] pattern;

  /** {@code function} is STARTS_WITH, ENDS_WITH or CONTAINS. */
  StringMatch(Function function, VectorExpression operand, byte[] pattern) {
    super(SqlType.BOOLEAN, operand);
    this.function = function;
    this.pattern = pattern;
  }

  @Override
  protected void compute(ColumnVector values, SelectedRows rows, ColumnVector result) {
    int[] positions = rows.positions;
    for (int k = 0; k < rows.count; k++) {
      int i = positions[k];
      result.longs[i] = matches(values.data, values.offsets[i], values.offsets[i + 1]) ? 1 : 0;
    }
  }

  private boolean matches(byte[] data, int start, int end) {
    int last = end - pattern.length;
    if (last < start) {
      return false;
    }
    return switch (function) {
      case STARTS_WITH -> isAt(data, start);
      case ENDS_WITH -> isAt(data, last);
      default -> isWithin(data, start, last);
    };
  }

  private boolean isWithin(byte[] data, int first, int last) {
    if (pattern.length == 0) {
      return true;
    }
    for (int at = first; at <= last; at++) {
      if (data[at] == pattern[0] && isAt(data, at)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAt(byte[] data, int at) {
    return Arrays.equals(data, at, at + pattern.length, pattern, 0, pattern.length);
  }
}
