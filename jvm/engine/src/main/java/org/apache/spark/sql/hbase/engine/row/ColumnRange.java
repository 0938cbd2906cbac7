package org.apache.spark.sql.hbase.engine.row;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * What a filter wants at least of one column whose physical kind is LONG or DOUBLE: a value that is
 * not NULL and lies within bounds. The bounds of a DOUBLE are numbers as {@link #ordered} makes
 * them. Immutable.
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
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  /** The number that {@link #ordered} made a bound of. */
  public static double number(long ordered) {
    return Double.longBitsToDouble(ordered ^ (ordered >> 63 & Long.MAX_VALUE));
  }

  /** The value of a row that is not NULL, in the order of the bounds. */
  static long valueOf(ColumnVector vector, int row) {
    return vector.longs != null ? vector.longs[row] : ordered(vector.doubles[row]);
  }

  /** What both ranges of one column accept. */
  public ColumnRange and(ColumnRange other) {
    return new ColumnRange(column, Math.max(min, other.min), Math.min(max, other.max));
  }

  /** Whether the last value that was appended to the vector lies in the range. */
  boolean acceptsLast(ColumnVector vector) {
    int row = vector.size() - 1;
    long value = valueOf(vector, row);
    return value >= min && value <= max && !vector.isNull(row);
  }
}
