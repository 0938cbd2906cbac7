package org.apache.spark.sql.hbase.wire;

import java.nio.ByteBuffer;

/**
 * The zones of one column in the store files of one region, added up. A zone is a stretch of rows
 * of a store file with its smallest and largest value. docs/FORMAT.md, "Zones". Immutable.
 *
 * @param column ordinal in the table of the sub-plan that was asked for
 * @param count number of zones
 * @param rejected number of zones without a value that the sub-plan's filter accepts
 * @param blocks number of blocks of store files that the zones take
 * @param least smallest value, in the order of the filter's bounds
 * @param greatest largest one; below {@code least} if there is no value but NULL
 */
public record ColumnZones(
    int column, long count, long rejected, long blocks, long least, long greatest) {
  private static final int BYTES = Integer.BYTES + 5 * Long.BYTES;

  /** Returns a fresh array. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putInt(column)
        .putLong(count)
        .putLong(rejected)
        .putLong(blocks)
        .putLong(least)
        .putLong(greatest)
        .array();
  }

  /**
   * @throws IllegalArgumentException if {@link #toBytes} does not make these bytes
   */
  public static ColumnZones parse(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "zones of a column take " + BYTES + " bytes, not " + bytes.length);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new ColumnZones(
        in.getInt(), in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
  }

  /** Adds up zones of the same column. */
  public ColumnZones and(ColumnZones other) {
    return new ColumnZones(
        column,
        count + other.count,
        rejected + other.rejected,
        blocks + other.blocks,
        Math.min(least, other.least),
        Math.max(greatest, other.greatest));
  }
}
