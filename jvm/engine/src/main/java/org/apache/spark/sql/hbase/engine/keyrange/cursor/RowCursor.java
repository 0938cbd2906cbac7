package org.apache.spark.sql.hbase.engine.keyrange.cursor;

/**
 * Tells for row keys in their order whether a sub-plan wants their rows. If not, it names the row
 * key at which the next wanted row may be, so that a scan can seek. Not thread-safe.
 */
public interface RowCursor {
  /**
   * Whether the row may be wanted.
   *
   * @param row not smaller than the one of the call before
   */
  boolean holds(byte[] row, int offset, int length);

  /**
   * After a row key that is not held: a row key behind it, and none between them is held.
   *
   * @return a fresh array; null if no further row key before the stop row is held
   */
  byte[] nextRow();

  /** After a row key that is not held: whether no further one before the stop row is. */
  boolean isAtEnd();

  /** Whether {@link #delivered} changes what is held: else it does nothing. */
  boolean dependsOnRows();

  /** The row that was held last exists, and the sub-plan has it. */
  void delivered(byte[] row, int offset, int length);
}
