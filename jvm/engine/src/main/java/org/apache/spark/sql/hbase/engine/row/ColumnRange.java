package org.apache.spark.sql.hbase.engine.row;

import org.apache.spark.sql.hbase.codec.chunk.ChunkFormat;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * A condition that every row must fulfil to pass a filter, on one column of physical kind LONG or
 * DOUBLE. The value is not NULL and lies within bounds. The bounds of a DOUBLE are numbers as
 * {@link #ordered} makes them. Immutable.
 *
 * @param column ordinal in the table
 * @param min smallest value accepted
 * @param max largest value accepted; below {@code min} if none is
 */
public record ColumnRange(int column, long min, long max) {
  /** Every value but NULL. */
  public static ColumnRange notNull(int column) {
    return new ColumnRange(column, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /**
   * A number that compares with others as Spark compares doubles: NaN is the greatest and equal to
   * itself, -0.0 is 0.0.
   */
  public static long ordered(double value) {
    return ChunkFormat.ordered(value);
  }

  /** The number that {@link #ordered} made a bound of. */
  public static double number(long ordered) {
    return Double.longBitsToDouble(ordered ^ (ordered >> 63 & Long.MAX_VALUE));
  }

  /** The value of a row that is not NULL, in the order of the bounds. */
  static long valueOf(ColumnVector vector, int row) {
    return vector.longs != null ? vector.longs[row] : ordered(vector.doubles[row]);
  }

  /** Returns the intersection of two ranges of one column. */
  public ColumnRange and(ColumnRange other) {
    return new ColumnRange(column, Math.max(min, other.min), Math.min(max, other.max));
  }

  /**
   * Keeps the rows of a vector whose values lie in the range.
   *
   * @param from added to the numbers of the rows
   * @param rows ascending; are replaced by those kept
   * @return number of rows kept
   */
  int select(ColumnVector vector, int from, int[] rows, int count) {
    boolean[] nulls = vector.nulls;
    int kept = 0;
    if (vector.longs != null) {
      long[] longs = vector.longs;
      for (int i = 0; i < count; i++) {
        int row = from + rows[i];
        rows[kept] = rows[i];
        kept += longs[row] >= min & longs[row] <= max & !nulls[row] ? 1 : 0;
      }
      return kept;
    }
    for (int i = 0; i < count; i++) {
      long value = valueOf(vector, from + rows[i]);
      rows[kept] = rows[i];
      kept += value >= min & value <= max & !nulls[from + rows[i]] ? 1 : 0;
    }
    return kept;
  }

  /** Whether the last value that was appended to the vector lies in the range. */
  boolean acceptsLast(ColumnVector vector) {
    int row = vector.size() - 1;
    long value = valueOf(vector, row);
    return value >= min && value <= max && !vector.isNull(row);
  }
}
