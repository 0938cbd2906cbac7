package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.util.Arrays;
import java.util.BitSet;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.ListedTexts;
import org.apache.spark.sql.hbase.engine.row.ColumnRange;

/**
 * The values of one column for the rows of a stretch. Numbers are packed. Texts that repeat are
 * numbers of a list of them. Immutable; users do not write into what they are given.
 */
public final class StretchValues {
  /** Texts are listed if there are no more than so many. */
  private static final int MAX_LISTED = 255;

  private final SqlType.Physical physical;

  /** LONG: the values; DOUBLE: their bits; DECIMAL128: low bits; BYTES: places in the list. */
  private final PackedNumbers numbers;

  /** DECIMAL128: high bits. */
  private final PackedNumbers highs;

  /** BYTES: the list; null where there is none. */
  private final ListedTexts texts;

  /** BYTES without a list: all values behind each other. */
  private final byte[] data;

  /** BYTES without a list: where each value begins, and the end. */
  private final int[] offsets;

  private final int longestText;

  /** Null if no row is NULL; never a gap. */
  private final BitSet nulls;

  /** Rows of which nothing is known; null if there are none. */
  private final BitSet gaps;

  /**
   * @param vector with a value for each of {@code count} rows
   * @param gaps rows whose values in the vector say nothing
   */
  StretchValues(ColumnVector vector, int count, BitSet gaps) {
    this.physical = vector.physical();
    this.gaps = gaps.isEmpty() ? null : (BitSet) gaps.clone();
    this.nulls = vector.hasNulls ? nulls(vector, count, gaps) : null;
    switch (physical) {
      case LONG -> {
        numbers = new PackedNumbers(vector.longs, count);
        highs = null;
        texts = null;
        data = null;
        offsets = null;
      }
      case DOUBLE -> {
        long[] bits = new long[count];
        Arrays.setAll(bits, row -> Double.doubleToRawLongBits(vector.doubles[row]));
        numbers = new PackedNumbers(bits, count);
        highs = null;
        texts = null;
        data = null;
        offsets = null;
      }
      case DECIMAL128 -> {
        numbers = new PackedNumbers(vector.longs, count);
        highs = new PackedNumbers(vector.highs, count);
        texts = null;
        data = null;
        offsets = null;
      }
      case BYTES -> {
        highs = null;
        TextList list = TextList.of(vector, count, MAX_LISTED);
        if (list == null) {
          numbers = null;
          texts = null;
          data = Arrays.copyOf(vector.data, vector.offsets[count]);
          offsets = Arrays.copyOf(vector.offsets, count + 1);
        } else {
          numbers = new PackedNumbers(list.numbers(), count);
          texts = new ListedTexts(list.data(), list.offsets());
          data = null;
          offsets = null;
        }
      }
      default -> throw new IllegalStateException("no such kind: " + physical);
    }
    this.longestText = texts != null ? texts.longest() : offsets == null ? 0 : longest(offsets);
  }

  private static int longest(int[] offsets) {
    int longest = 0;
    for (int i = 1; i < offsets.length; i++) {
      longest = Math.max(longest, offsets[i] - offsets[i - 1]);
    }
    return longest;
  }

  private static BitSet nulls(ColumnVector vector, int count, BitSet gaps) {
    BitSet nulls = new BitSet(count);
    for (int row = 0; row < count; row++) {
      if (vector.nulls[row]) {
        nulls.set(row);
      }
    }
    nulls.andNot(gaps);
    return nulls.isEmpty() ? null : nulls;
  }

  /** The first row at or behind {@code from} of which nothing is known, at most {@code end}. */
  int nextGap(int from, int end) {
    int gap = gaps == null ? -1 : gaps.nextSetBit(from);
    return gap < 0 ? end : Math.min(gap, end);
  }

  /**
   * Keeps the rows whose values a range accepts.
   *
   * @param rows ascending; are replaced by those kept
   * @return number of rows kept
   */
  int select(ColumnRange range, int[] rows, int count) {
    int kept = 0;
    int left = count;
    if (nulls != null) {
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        rows[kept] = row;
        kept += nulls.get(row) ? 0 : 1;
      }
      left = kept;
    }
    if (physical == SqlType.Physical.LONG) {
      return numbers.select(range.min(), range.max(), rows, left);
    }
    kept = 0;
    for (int i = 0; i < left; i++) {
      int row = rows[i];
      long value = ColumnRange.ordered(Double.longBitsToDouble(numbers.get(row)));
      rows[kept] = row;
      kept += value >= range.min() & value <= range.max() ? 1 : 0;
    }
    return kept;
  }

  /** Appends the values of the rows from one on. */
  void appendTo(ColumnVector vector, int from, int count) {
    int at = vector.size();
    vector.ensureCapacity(at + count);
    switch (physical) {
      case LONG -> numbers.copy(from, count, vector.longs, at);
      case DOUBLE -> {
        for (int i = 0; i < count; i++) {
          vector.doubles[at + i] = Double.longBitsToDouble(numbers.get(from + i));
        }
      }
      case DECIMAL128 -> {
        numbers.copy(from, count, vector.longs, at);
        highs.copy(from, count, vector.highs, at);
      }
      case BYTES -> {
        if (numbers == null) {
          appendTexts(vector, from, count);
        } else if (vector.takesPlacesIn(texts)) {
          numbers.copy(from, count, vector.places, at);
        } else {
          for (int i = 0; i < count; i++) {
            appendListed(vector, at + i, (int) numbers.get(from + i));
          }
        }
      }
    }
    vector.addRows(count);
    for (int row = nulls == null ? -1 : nulls.nextSetBit(from);
        row >= 0 && row < from + count;
        row = nulls.nextSetBit(row + 1)) {
      vector.setNull(at + row - from);
    }
  }

  /** Appends the values of some rows. */
  void appendTo(ColumnVector vector, int[] rows, int count) {
    int at = vector.size();
    vector.ensureCapacity(at + count);
    switch (physical) {
      case LONG -> numbers.gather(rows, count, vector.longs, at);
      case DOUBLE -> {
        for (int i = 0; i < count; i++) {
          vector.doubles[at + i] = Double.longBitsToDouble(numbers.get(rows[i]));
        }
      }
      case DECIMAL128 -> {
        numbers.gather(rows, count, vector.longs, at);
        highs.gather(rows, count, vector.highs, at);
      }
      case BYTES -> {
        if (numbers == null) {
          for (int i = 0; i < count; i++) {
            appendText(vector, at + i, data, offsets[rows[i]], offsets[rows[i] + 1]);
          }
        } else if (vector.takesPlacesIn(texts)) {
          numbers.gather(rows, count, vector.places, at);
        } else {
          for (int i = 0; i < count; i++) {
            appendListed(vector, at + i, (int) numbers.get(rows[i]));
          }
        }
      }
    }
    vector.addRows(count);
    for (int i = 0; nulls != null && i < count; i++) {
      if (nulls.get(rows[i])) {
        vector.setNull(at + i);
      }
    }
  }

  private void appendTexts(ColumnVector vector, int from, int count) {
    int at = vector.size();
    int start = offsets[from];
    int bytes = offsets[from + count] - start;
    vector.ensureDataCapacity(bytes);
    int moved = vector.offsets[at] - start;
    System.arraycopy(data, start, vector.data, vector.offsets[at], bytes);
    for (int i = 1; i <= count; i++) {
      vector.offsets[at + i] = offsets[from + i] + moved;
    }
  }

  private void appendListed(ColumnVector vector, int at, int place) {
    int start = texts.start(place);
    appendText(vector, at, texts.data(), start, start + texts.length(place));
  }

  /** Writes one text behind those before; the row is counted later. */
  private static void appendText(ColumnVector vector, int at, byte[] from, int start, int stop) {
    int length = stop - start;
    vector.spellOut();
    int end = vector.offsets[at];
    if (end + length > vector.data.length) {
      // Rows that are not counted yet have bytes, too.
      vector.ensureDataCapacity(end - vector.offsets[vector.size()] + length);
    }
    System.arraycopy(from, start, vector.data, end, length);
    vector.offsets[at + 1] = end + length;
  }

  /** BYTES: the length of the longest value; otherwise 0. */
  int longestText() {
    return longestText;
  }

  /** Memory that it takes. */
  int heldBytes() {
    return 2 * PackedNumbers.OBJECT_BYTES
        + (numbers == null ? 0 : numbers.heldBytes())
        + (highs == null ? 0 : highs.heldBytes())
        + (texts == null ? 0 : 2 * PackedNumbers.OBJECT_BYTES + texts.heldBytes())
        + (data == null
            ? 0
            : PackedNumbers.OBJECT_BYTES + data.length + Integer.BYTES * offsets.length)
        + (nulls == null ? 0 : PackedNumbers.OBJECT_BYTES + nulls.size() / Byte.SIZE)
        + (gaps == null ? 0 : PackedNumbers.OBJECT_BYTES + gaps.size() / Byte.SIZE);
  }
}
