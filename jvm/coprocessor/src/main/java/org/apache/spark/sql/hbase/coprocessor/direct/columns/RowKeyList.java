package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Ascending row keys, each as what it does not share with the one before; every sixteenth is whole.
 * Immutable.
 */
final class RowKeyList {
  private static final int KEYS_PER_WHOLE = 16;
  private static final int SEVEN_BITS = 0x7F;

  private final byte[] data;

  /** Starts of the whole keys. */
  private final int[] wholes;

  private final int count;

  private RowKeyList(byte[] data, int[] wholes, int count) {
    this.data = data;
    this.wholes = wholes;
    this.count = count;
  }

  /** Collects keys in their order. Not thread-safe. */
  static final class Builder {
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private int[] wholes = new int[KEYS_PER_WHOLE];
    private byte[] last = {};
    private int count;

    void add(byte[] key, int offset, int length) {
      int shared = 0;
      if (count % KEYS_PER_WHOLE == 0) {
        int whole = count / KEYS_PER_WHOLE;
        wholes = whole == wholes.length ? Arrays.copyOf(wholes, 2 * whole) : wholes;
        wholes[whole] = data.size();
      } else {
        int different = Arrays.mismatch(last, 0, last.length, key, offset, offset + length);
        shared = different < 0 ? length : different;
      }
      put(shared);
      put(length - shared);
      data.write(key, offset + shared, length - shared);
      last = Arrays.copyOfRange(key, offset, offset + length);
      count++;
    }

    private void put(int number) {
      int left = number;
      while (left > SEVEN_BITS) {
        data.write(left | SEVEN_BITS + 1);
        left >>>= Byte.SIZE - 1;
      }
      data.write(left);
    }

    int count() {
      return count;
    }

    /** The key that was added last. */
    byte[] last() {
      return last;
    }

    RowKeyList build() {
      int wholeCount = (count + KEYS_PER_WHOLE - 1) / KEYS_PER_WHOLE;
      return new RowKeyList(data.toByteArray(), Arrays.copyOf(wholes, wholeCount), count);
    }
  }

  int count() {
    return count;
  }

  /** A key, in an array of its own. */
  byte[] get(int i) {
    Reader reader = new Reader(i / KEYS_PER_WHOLE);
    while (reader.index < i) {
      reader.next();
    }
    return reader.key();
  }

  /**
   * The number of keys before {@code row}: the place of the first one at or behind it.
   *
   * @param from a place that is not behind that one; the nearer the faster
   */
  int placeOf(byte[] row, int from) {
    int low = from / KEYS_PER_WHOLE;
    boolean isNear = low + 1 < wholes.length && new Reader(low + 1).compareTo(row) >= 0;
    int high = isNear ? low + 1 : wholes.length;
    // Whole keys before "low" are before the row; those from "high" on are not.
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (new Reader(middle).compareTo(row) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return 0;
    }
    Reader reader = new Reader(low - 1);
    while (reader.compareTo(row) < 0) {
      if (reader.index + 1 == count) {
        return count;
      }
      reader.next();
    }
    return reader.index;
  }

  /** Goes from key to key. */
  private final class Reader {
    private byte[] key = new byte[64];
    private int length;
    private int at;
    private int index;

    /** Stands at a whole key. */
    Reader(int whole) {
      at = wholes[whole];
      index = whole * KEYS_PER_WHOLE;
      read();
    }

    void next() {
      index++;
      read();
    }

    private void read() {
      int shared = number();
      int own = number();
      length = shared + own;
      if (key.length < length) {
        key = Arrays.copyOf(key, 2 * length);
      }
      System.arraycopy(data, at, key, shared, own);
      at += own;
    }

    private int number() {
      int number = 0;
      int shift = 0;
      byte read;
      do {
        read = data[at++];
        number |= (read & SEVEN_BITS) << shift;
        shift += Byte.SIZE - 1;
      } while (read < 0);
      return number;
    }

    int compareTo(byte[] row) {
      return Arrays.compareUnsigned(key, 0, length, row, 0, row.length);
    }

    byte[] key() {
      return Arrays.copyOf(key, length);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKeyList list && Arrays.equals(data, list.data);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(data);
  }

  /** Memory that it takes. */
  int heldBytes() {
    return 2 * PackedNumbers.OBJECT_BYTES + data.length + Integer.BYTES * wholes.length;
  }
}
