package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;

/**
 * The different texts of a column, and for each row the place of its text among them.
 *
 * @param numbers per row
 * @param data the texts behind each other
 * @param offsets where each begins, and the end
 */
record TextList(long[] numbers, byte[] data, int[] offsets) {
  /** Rows after which half as many different texts are too many. */
  private static final int ROWS_OF_A_LOOK = 64;

  /** Slots of the table of texts; some texts more than half of them. */
  private static final int SLOTS = 512;

  /** Bytes at both ends of a text by which it is put into a slot. */
  private static final int HASHED_BYTES = 8;

  /**
   * Lists the texts of the first rows of a column.
   *
   * @param most texts listed, fewer than {@value #SLOTS}
   * @return null if there are more than {@code most}, or nearly as many as rows
   */
  static TextList of(ColumnVector vector, int count, int most) {
    // The place of the text in a slot, and 1.
    int[] slots = new int[SLOTS];
    long[] numbers = new long[count];
    int[] offsets = new int[most + 1];
    byte[] data = new byte[64];
    int places = 0;
    for (int row = 0; row < count; row++) {
      int start = vector.offsets[row];
      int end = vector.offsets[row + 1];
      int slot = hash(vector.data, start, end) % SLOTS;
      while (slots[slot] != 0
          && !Arrays.equals(
              data, offsets[slots[slot] - 1], offsets[slots[slot]], vector.data, start, end)) {
        slot = (slot + 1) % SLOTS;
      }
      if (slots[slot] == 0) {
        if (places == most || row >= ROWS_OF_A_LOOK && 2 * places > row) {
          return null;
        }
        int from = offsets[places];
        int length = end - start;
        data = from + length > data.length ? Arrays.copyOf(data, 2 * (from + length)) : data;
        System.arraycopy(vector.data, start, data, from, length);
        offsets[++places] = from + length;
        slots[slot] = places;
      }
      numbers[row] = slots[slot] - 1;
    }
    return new TextList(
        numbers, Arrays.copyOf(data, offsets[places]), Arrays.copyOf(offsets, places + 1));
  }

  private static int hash(byte[] data, int start, int end) {
    int hash = end - start;
    for (int i = start; i < Math.min(end, start + HASHED_BYTES); i++) {
      hash = 31 * hash + data[i];
    }
    for (int i = Math.max(start, end - HASHED_BYTES); i < end; i++) {
      hash = 31 * hash + data[i];
    }
    return (hash ^ hash >>> 16) & Integer.MAX_VALUE;
  }
}
