package org.apache.spark.sql.hbase.engine.keyrange.interval;

import java.util.Arrays;

/**
 * Byte strings {@code [start, stop)}: of whole row keys, or of what one key column adds to them.
 * The arrays are shared and must not be modified.
 *
 * @param stop null if there is no end
 */
public record KeyRange(byte[] start, byte[] stop) {
  public static final KeyRange ALL = new KeyRange(ByteStrings.EMPTY, null);

  /** The row keys that start with {@code prefix}. */
  public static KeyRange startingWith(byte[] prefix) {
    return ALL.behind(prefix);
  }

  /** Whether a range reaches into this one. */
  public boolean overlaps(KeyRange other) {
    return ByteStrings.compareEnds(stop, other.start) > 0
        && ByteStrings.compareEnds(other.stop, start) > 0;
  }

  public boolean isEmpty() {
    return ByteStrings.compareEnds(start, stop) >= 0;
  }

  /** The byte strings that start with {@code prefix} and go on with those of this range. */
  public KeyRange behind(byte[] prefix) {
    if (prefix.length == 0) {
      return this;
    }
    return new KeyRange(
        ByteStrings.concat(prefix, start),
        stop == null ? ByteStrings.afterPrefix(prefix) : ByteStrings.concat(prefix, stop));
  }

  /**
   * Returns the intersection of two ranges that overlap; this range itself if it lies inside.
   *
   * @param to null if there is no end
   */
  public KeyRange within(byte[] from, byte[] to) {
    boolean startsInside = Arrays.compareUnsigned(start, from) >= 0;
    boolean endsInside = ByteStrings.compareEnds(stop, to) <= 0;
    return startsInside && endsInside
        ? this
        : new KeyRange(startsInside ? start : from, endsInside ? stop : to);
  }

  /** Whether a row key lies in the range. */
  public boolean contains(byte[] row) {
    return Arrays.compareUnsigned(start, row) <= 0
        && (stop == null || Arrays.compareUnsigned(row, stop) < 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRange range
        && Arrays.equals(start, range.start)
        && Arrays.equals(stop, range.stop);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(start) + Arrays.hashCode(stop);
  }
}
