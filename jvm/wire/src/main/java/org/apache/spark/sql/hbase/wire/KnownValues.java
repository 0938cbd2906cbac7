package org.apache.spark.sql.hbase.wire;

import java.nio.ByteBuffer;

/**
 * What a region server remembers of the values of one column in the store files of one region.
 * docs/FORMAT.md, "Known values". Immutable.
 *
 * @param column ordinal in the table of the sub-plan that was asked for
 * @param stretches of rows whose smallest and largest value are remembered
 * @param rejected of these, stretches without a value that the sub-plan's filter accepts
 * @param blocks of store files that the stretches take
 * @param least smallest value, in the order of the filter's bounds
 * @param greatest largest one; below {@code least} if there is no value but NULL
 */
public record KnownValues(
    int column, long stretches, long rejected, long blocks, long least, long greatest) {
  private static final int BYTES = Integer.BYTES + 5 * Long.BYTES;

  /** A fresh array. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putInt(column)
        .putLong(stretches)
        .putLong(rejected)
        .putLong(blocks)
        .putLong(least)
        .putLong(greatest)
        .array();
  }

  /**
   * @throws IllegalArgumentException if {@link #toBytes} does not make these bytes
   */
  public static KnownValues parse(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "known values take " + BYTES + " bytes, not " + bytes.length);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new KnownValues(
        in.getInt(), in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
  }

  /** Of the same column in both. */
  public KnownValues and(KnownValues other) {
    return new KnownValues(
        column,
        stretches + other.stretches,
        rejected + other.rejected,
        blocks + other.blocks,
        Math.min(least, other.least),
        Math.max(greatest, other.greatest));
  }
}
