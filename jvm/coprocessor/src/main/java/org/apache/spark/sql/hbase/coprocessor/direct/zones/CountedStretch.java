package org.apache.spark.sql.hbase.coprocessor.direct.zones;

/**
 * The number of rows in a stretch of a store file in which each row begins with a cell that every
 * scan sees.
 *
 * @param first row of the stretch
 * @param last row of it
 * @param end next row of the file behind it
 * @param rows at least one
 * @param blocks in which a row of the stretch begins
 */
public record CountedStretch(byte[] first, byte[] last, byte[] end, int rows, int blocks)
    implements Stretch {
  @Override
  public int heldBytes() {
    return FIXED_BYTES + first.length + last.length + end.length;
  }
}
