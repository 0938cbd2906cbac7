package org.apache.spark.sql.hbase.engine.row;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * What a filter wants at least of one column whose physical kind is LONG: a value that is not NULL
 * and lies within bounds. Immutable.
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

  /** What both ranges of one column accept. */
  public ColumnRange and(ColumnRange other) {
    return new ColumnRange(column, Math.max(min, other.min), Math.min(max, other.max));
  }

  /** Whether the last value that was appended to the vector lies in the range. */
  boolean acceptsLast(ColumnVector vector) {
    int row = vector.size() - 1;
    long value = vector.longs[row];
    return value >= min && value <= max && !vector.isNull(row);
  }
}
