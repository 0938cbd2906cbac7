package org.apache.spark.sql.hbase.engine.expression.nested;

import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * Writes decoded values into rows of a result vector that was prepared for a batch; rows ascend,
 * and those left out are not selected. Not thread-safe.
 */
final class RowWriter implements ValueSink {
  private final boolean isBytes;
  private ColumnVector result;
  private int row;

  private RowWriter(boolean isBytes) {
    this.isBytes = isBytes;
  }

  static RowWriter of(SqlType type) {
    return new RowWriter(type.physical() == SqlType.Physical.BYTES);
  }

  void bind(ColumnVector vector) {
    result = vector;
  }

  /** The next value is that of a row. */
  void at(int position) {
    row = position;
    if (isBytes) {
      result.appendEmptyUntil(position);
    }
  }

  @Override
  public void putNull() {
    if (isBytes) {
      result.putNull();
    } else {
      result.setNull(row);
    }
  }

  @Override
  public void putLong(long value) {
    result.longs[row] = value;
  }

  @Override
  public void putDouble(double value) {
    result.doubles[row] = value;
  }

  @Override
  public void putDecimal128(long high, long low) {
    result.setDecimal128(row, high, low);
  }

  @Override
  public void putBytes(byte[] bytes, int offset, int length) {
    result.putBytes(bytes, offset, length);
  }
}
