package org.apache.spark.sql.hbase.coprocessor.direct;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;

/** Key ranges {@code [FROM, TO)} of a text case, in their order: {@code b-d,f-g}. */
final class ListedRanges implements RowCursor {
  private final byte[][] from;
  private final byte[][] to;
  private final byte[] stop;
  private int range;

  /**
   * @param stop first row behind all ranges; an empty one for none
   */
  ListedRanges(String ranges, byte[] stop) {
    String[][] ends =
        Arrays.stream(ranges.split(",")).map(one -> one.split("-")).toArray(String[][]::new);
    this.from = Arrays.stream(ends).map(one -> bytes(one[0])).toArray(byte[][]::new);
    this.to = Arrays.stream(ends).map(one -> bytes(one[1])).toArray(byte[][]::new);
    this.stop = stop;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public boolean holds(byte[] row, int offset, int length) {
    while (range < to.length && compare(row, offset, length, to[range]) >= 0) {
      range++;
    }
    return range < from.length && compare(row, offset, length, from[range]) >= 0;
  }

  private static int compare(byte[] row, int offset, int length, byte[] other) {
    return Arrays.compareUnsigned(row, offset, offset + length, other, 0, other.length);
  }

  @Override
  public byte[] nextRow() {
    return isAtEnd() ? null : from[range].clone();
  }

  @Override
  public boolean isAtEnd() {
    return range == from.length
        || stop.length > 0 && Arrays.compareUnsigned(from[range], stop) >= 0;
  }

  @Override
  public boolean dependsOnRows() {
    return false;
  }

  @Override
  public void delivered(byte[] row, int offset, int length) {}
}
