package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
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

  /**
   * Lists the texts of the first rows of a column.
   *
   * @return null if there are more than {@code most}, or nearly as many as rows
   */
  static TextList of(ColumnVector vector, int count, int most) {
    Map<ByteBuffer, Integer> places = new HashMap<>();
    long[] numbers = new long[count];
    int[] offsets = new int[most + 1];
    byte[] data = new byte[64];
    for (int row = 0; row < count; row++) {
      int start = vector.offsets[row];
      int length = vector.length(row);
      ByteBuffer text = ByteBuffer.wrap(vector.data, start, length);
      Integer place = places.get(text);
      if (place == null) {
        place = places.size();
        if (place == most || row >= ROWS_OF_A_LOOK && 2 * place > row) {
          return null;
        }
        places.put(text, place);
        int end = offsets[place];
        data = end + length > data.length ? Arrays.copyOf(data, 2 * (end + length)) : data;
        System.arraycopy(vector.data, start, data, end, length);
        offsets[place + 1] = end + length;
      }
      numbers[row] = place;
    }
    int end = offsets[places.size()];
    return new TextList(
        numbers, Arrays.copyOf(data, end), Arrays.copyOf(offsets, places.size() + 1));
  }
}
