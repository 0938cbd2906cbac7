package org.apache.spark.sql.hbase.engine.expression.nested;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.packed.ArrayReader;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * Finds a value among the elements of an array, or the keys of a map, by SQL's equality: NaN equals
 * NaN, -0.0 equals 0.0, strings by their bytes. NULL elements equal nothing. For values that are
 * not nested. Not thread-safe.
 */
final class ElementSearch implements ValueSink {
  private ColumnVector wanted;
  private int row;
  private boolean isEqual;

  /** Position of the first element that equals the value of a row, -1 without one. */
  int indexOf(ColumnVector values, int position, ArrayReader elements) {
    wanted = values;
    row = position;
    for (int index = 0; index < elements.count(); index++) {
      elements.read(index, this);
      if (isEqual) {
        return index;
      }
    }
    return -1;
  }

  @Override
  public void putNull() {
    isEqual = false;
  }

  @Override
  public void putLong(long value) {
    isEqual = value == wanted.longs[row];
  }

  @Override
  public void putDouble(double value) {
    double other = wanted.doubles[row];
    isEqual = value == other || Double.isNaN(value) && Double.isNaN(other);
  }

  @Override
  public void putDecimal128(long high, long low) {
    isEqual = high == wanted.highs[row] && low == wanted.longs[row];
  }

  @Override
  public void putBytes(byte[] bytes, int offset, int length) {
    isEqual =
        Arrays.equals(
            bytes,
            offset,
            offset + length,
            wanted.data,
            wanted.offsets[row],
            wanted.offsets[row + 1]);
  }
}
