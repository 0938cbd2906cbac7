package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.bytes.BigEndian;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.hash.TableHash;

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

  /** Slots of the table of texts, a power of two; some texts more than half of them. */
  private static final int SLOTS = 512;

  /** Bits of a word behind its highest byte, which says how long the text is. */
  private static final int TEXT_BITS = Long.SIZE - Byte.SIZE;

  /**
   * Lists the texts of the first rows of a column.
   *
   * @param most texts listed, fewer than {@value #SLOTS}
   * @return null if there are more than {@code most}, or nearly as many as rows
   */
  static TextList of(ColumnVector vector, int count, int most) {
    // The place of the text in a slot, and 1.
    int[] slots = new int[SLOTS];
    long[] words = new long[most];
    long[] numbers = new long[count];
    int[] offsets = new int[most + 1];
    byte[] data = new byte[64];
    int places = 0;
    for (int row = 0; row < count; row++) {
      int start = vector.offsets[row];
      int end = vector.offsets[row + 1];
      long word = word(vector.data, start, end - start);
      int slot = TableHash.of(word) & SLOTS - 1;
      while (slots[slot] != 0) {
        int place = slots[slot] - 1;
        if (words[place] == word
            && (end - start < Long.BYTES
                || Arrays.equals(
                    data, offsets[place], offsets[place + 1], vector.data, start, end))) {
          break;
        }
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
        words[places] = word;
        offsets[++places] = from + length;
        slots[slot] = places;
      }
      numbers[row] = slots[slot] - 1;
    }
    return new TextList(
        numbers, Arrays.copyOf(data, offsets[places]), Arrays.copyOf(offsets, places + 1));
  }

  /**
   * Makes a number of a text: one of its own for a text shorter than a word, else one of both ends.
   */
  private static long word(byte[] data, int start, int length) {
    if (length >= Long.BYTES) {
      long first = BigEndian.getLong(data, start);
      long last = BigEndian.getLong(data, start + length - Long.BYTES);
      long hash = TableHash.add(TableHash.add(length, first), last);
      return (long) Long.BYTES << TEXT_BITS | hash >>> Byte.SIZE;
    }
    long bytes = 0;
    if (length > 0 && start <= data.length - Long.BYTES) {
      bytes = BigEndian.getLong(data, start) >>> Long.SIZE - Byte.SIZE * length;
    } else {
      for (int i = start; i < start + length; i++) {
        bytes = bytes << Byte.SIZE | data[i] & 0xFF;
      }
    }
    return (long) length << TEXT_BITS | bytes;
  }
}
