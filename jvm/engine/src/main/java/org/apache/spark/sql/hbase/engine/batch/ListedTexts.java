package org.apache.spark.sql.hbase.engine.batch;

import java.util.Arrays;

/**
 * Few different values of a STRING or BINARY column, of which its rows are places. Immutable; users
 * do not write into what they are given.
 */
public final class ListedTexts {
  /** Values of a vector are no places in a list of longer ones. */
  private static final int MAX_BYTES = 64;

  /** In longer lists nobody looks for a value: to spell out those of a batch takes no longer. */
  private static final int MOST_SEARCHED = 64;

  /**
   * All values behind each other, and {@value Long#BYTES} bytes more, so that words can be read.
   */
  final byte[] data;

  /** The begin of each value, and the end. */
  final int[] offsets;

  private final int longest;

  /**
   * @param data all values behind each other
   * @param offsets the begin of each, and the end
   */
  public ListedTexts(byte[] data, int[] offsets) {
    this.offsets = offsets;
    this.data = Arrays.copyOf(data, offsets[offsets.length - 1] + Long.BYTES);
    int most = 0;
    for (int place = 0; place < count(); place++) {
      most = Math.max(most, length(place));
    }
    this.longest = most;
  }

  public int count() {
    return offsets.length - 1;
  }

  /** Bytes of the longest value. */
  public int longest() {
    return longest;
  }

  /** Whether a vector may hold places in the list in place of values. */
  public boolean areShort() {
    return longest <= MAX_BYTES;
  }

  public int length(int place) {
    return offsets[place + 1] - offsets[place];
  }

  /** The array in which the values are, by {@link #start}. */
  public byte[] data() {
    return data;
  }

  public int start(int place) {
    return offsets[place];
  }

  /** The place of a value; negative if it is not in the list, or if this is too long to look. */
  int find(byte[] bytes, int offset, int length) {
    int count = count();
    if (count > MOST_SEARCHED) {
      return -1;
    }
    for (int place = 0; place < count; place++) {
      int start = offsets[place];
      if (length == offsets[place + 1] - start
          && Arrays.equals(data, start, start + length, bytes, offset, offset + length)) {
        return place;
      }
    }
    return -1;
  }

  /** Memory that its arrays take. */
  public int heldBytes() {
    return data.length + Integer.BYTES * offsets.length;
  }
}
