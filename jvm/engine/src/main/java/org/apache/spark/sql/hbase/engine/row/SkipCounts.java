package org.apache.spark.sql.hbase.engine.row;

/**
 * Counts of a source that leaves out rows which no key range of the sub-plan holds.
 *
 * @param seeks jumps to the row key where the next range begins; nobody sees what lies between
 * @param rows rows that were met outside of the ranges, and not decoded
 */
public record SkipCounts(long seeks, long rows) {
  public static final SkipCounts NONE = new SkipCounts(0, 0);

  /** Returns the difference to an earlier count. */
  public SkipCounts since(SkipCounts earlier) {
    return new SkipCounts(seeks - earlier.seeks, rows - earlier.rows);
  }
}
