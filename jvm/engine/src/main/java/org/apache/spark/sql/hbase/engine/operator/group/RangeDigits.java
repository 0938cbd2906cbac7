package org.apache.spark.sql.hbase.engine.operator.group;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** Digits of BOOLEAN and TINYINT: the distance from the smallest value. */
final class RangeDigits extends KeyDigits {
  private final long smallest;

  RangeDigits(SqlType type, int radix) {
    super(radix);
    this.smallest = type.kind() == SqlType.Kind.TINYINT ? Byte.MIN_VALUE : 0;
  }

  @Override
  boolean append(ColumnVector column, SelectedRows rows, int[] numbers) {
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int digit = column.nulls[row] ? NULL : (int) (column.longs[row] - smallest) + 1;
      numbers[i] = numbers[i] * radix + digit;
    }
    return true;
  }

  @Override
  int digitsInUse() {
    return radix;
  }

  @Override
  void put(int digit, ColumnVector out) {
    out.putLong(digit - 1 + smallest);
  }

  @Override
  long bytes() {
    return 0;
  }
}
