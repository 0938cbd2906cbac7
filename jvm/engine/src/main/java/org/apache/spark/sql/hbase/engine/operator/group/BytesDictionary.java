package org.apache.spark.sql.hbase.engine.operator.group;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.ListedTexts;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.hash.TableHash;

/**
 * Digits of STRING and BINARY: in the order in which the values came. Values of at most one byte
 * are looked up without a hash; longer ones are compared by their first eight bytes first.
 */
final class BytesDictionary extends KeyDigits {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Longer values have no digit. */
  static final int MAX_VALUE_BYTES = 64;

  private static final int BYTE_VALUES = 256;

  /** By the only byte of a value, and at the end for the empty value. */
  private final int[] digitOfByte = new int[BYTE_VALUES + 1];

  private final HashSlots slots = new HashSlots();
  private final long[] words;
  private final int[] ends;
  private byte[] data = {};
  private int count;

  /** The list of the last rows whose values were places in one, and the digits known of it. */
  private ListedTexts listed;

  private int[] digitOfPlace = {};

  BytesDictionary(int radix) {
    super(radix);
    this.words = new long[radix];
    this.ends = new int[radix];
    slots.resize(radix);
  }

  @Override
  boolean append(ColumnVector column, SelectedRows rows, int[] numbers) {
    return column.listed() == null
        ? appendValues(column, rows, numbers)
        : appendPlaces(column, rows, numbers);
  }

  private boolean appendPlaces(ColumnVector column, SelectedRows rows, int[] numbers) {
    if (column.listed() != listed) {
      listed = column.listed();
      digitOfPlace = new int[listed.count()];
    }
    boolean hasNulls = column.hasNulls;
    int[] places = column.places;
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int digit = NULL;
      if (!hasNulls || !column.nulls[row]) {
        int place = places[row];
        digit = digitOfPlace[place];
        if (digit == NULL) {
          digit = digitOf(listed.data(), listed.start(place), listed.length(place));
          if (digit == NULL) {
            return false;
          }
          digitOfPlace[place] = digit;
        }
      }
      numbers[i] = numbers[i] * radix + digit;
    }
    return true;
  }

  private boolean appendValues(ColumnVector column, SelectedRows rows, int[] numbers) {
    boolean hasNulls = column.hasNulls;
    int[] offsets = column.offsets;
    byte[] bytes = column.data;
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int digit = NULL;
      if (!hasNulls || !column.nulls[row]) {
        digit = digitOf(bytes, offsets[row], offsets[row + 1] - offsets[row]);
        if (digit == NULL) {
          return false;
        }
      }
      numbers[i] = numbers[i] * radix + digit;
    }
    return true;
  }

  /** NULL if the value is too long, or there is no room for another one. */
  private int digitOf(byte[] bytes, int start, int length) {
    if (length <= 1) {
      int index = length == 0 ? BYTE_VALUES : bytes[start] & 0xFF;
      if (digitOfByte[index] == NULL) {
        digitOfByte[index] = add(bytes, start, length, 0);
      }
      return digitOfByte[index];
    }
    return length <= MAX_VALUE_BYTES ? digitOfLonger(bytes, start, length) : NULL;
  }

  private int digitOfLonger(byte[] bytes, int start, int length) {
    long word = word(bytes, start, length);
    int slot = hash(word, bytes, start, length) & slots.mask;
    for (int digit = slots.groups[slot]; digit != HashSlots.EMPTY; digit = slots.groups[slot]) {
      if (words[digit] == word && equals(digit, bytes, start, length)) {
        return digit;
      }
      slot = slot + 1 & slots.mask;
    }
    int digit = add(bytes, start, length, word);
    if (digit != NULL) {
      slots.groups[slot] = digit;
    }
    return digit;
  }

  /** The first bytes of a value, at most eight, and 0 behind the end of a shorter one. */
  private static long word(byte[] bytes, int start, int length) {
    if (start <= bytes.length - Long.BYTES) {
      long word = (long) LONG.get(bytes, start);
      return length >= Long.BYTES ? word : word & (1L << Byte.SIZE * length) - 1;
    }
    long word = 0;
    for (int i = Math.min(length, Long.BYTES) - 1; i >= 0; i--) {
      word = word << Byte.SIZE | bytes[start + i] & 0xFF;
    }
    return word;
  }

  private static int hash(long word, byte[] bytes, int start, int length) {
    long hash = TableHash.add(0, word + length);
    for (int at = start + Long.BYTES; at < start + length; at += Long.BYTES) {
      // The last words overlap, so that none reaches behind the value.
      hash = TableHash.add(hash, (long) LONG.get(bytes, Math.min(at, start + length - Long.BYTES)));
    }
    return TableHash.finish(hash);
  }

  private boolean equals(int digit, byte[] bytes, int start, int length) {
    int from = ends[digit - 1];
    if (ends[digit] - from != length) {
      return false;
    }
    return length <= Long.BYTES
        || Arrays.equals(data, from, ends[digit], bytes, start, start + length);
  }

  private int add(byte[] bytes, int start, int length, long word) {
    if (count == radix - 1) {
      return NULL;
    }
    int from = ends[count];
    if (from + length > data.length) {
      data = Arrays.copyOf(data, Math.max(from + length, 2 * data.length));
    }
    System.arraycopy(bytes, start, data, from, length);
    words[++count] = word;
    ends[count] = from + length;
    return count;
  }

  @Override
  int digitsInUse() {
    return count + 1;
  }

  @Override
  void put(int digit, ColumnVector out) {
    int from = ends[digit - 1];
    out.putBytes(data, from, ends[digit] - from);
  }

  @Override
  long bytes() {
    long arrays = (long) (Long.BYTES + Integer.BYTES) * radix + HashSlots.bytes(radix);
    return arrays + (long) Integer.BYTES * digitOfByte.length + data.length;
  }
}
