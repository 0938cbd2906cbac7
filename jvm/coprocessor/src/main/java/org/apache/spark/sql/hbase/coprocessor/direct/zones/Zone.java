package org.apache.spark.sql.hbase.coprocessor.direct.zones;

import org.apache.spark.sql.hbase.engine.row.ColumnRange;

/**
 * The values of one column in a stretch of whole rows of one store file. Immutable; the arrays are
 * shared.
 *
 * @param first row of the stretch
 * @param end next row of the file behind it; null if there is none
 * @param min smallest value in a Put, whether anybody sees it or not
 * @param max largest one; below {@code min} if there is no value
 * @param blocks that began while the stretch was read
 */
public record Zone(byte[] first, byte[] end, long min, long max, int blocks) implements Stretch {
  /** True if the range accepts no row of the stretch. */
  public boolean isRejectedBy(ColumnRange range) {
    return min > max || max < range.min() || min > range.max();
  }

  @Override
  public int heldBytes() {
    return FIXED_BYTES + first.length + (end == null ? 0 : end.length);
  }
}
