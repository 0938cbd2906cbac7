package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.util.Arrays;
import org.apache.spark.sql.hbase.codec.bytes.BigEndian;

/**
 * Ascending row keys, each as what it does not share with the one before; every sixteenth is whole.
 * Immutable.
 */
final class RowKeyList {
  static final int KEYS_PER_WHOLE = 16;
  static final int SEVEN_BITS = 0x7F;

  /** The numbers of bytes that are shared and that follow, seven bits in a byte, and the bytes. */
  final byte[] data;

  /** Starts of the whole keys. */
  final int[] wholes;

  private final int count;

  private RowKeyList(byte[] data, int[] wholes, int count) {
    this.data = data;
    this.wholes = wholes;
    this.count = count;
  }

  /** Collects keys in their order. Not thread-safe. */
  static final class Builder {
    /** Bytes of a number at most. */
    private static final int NUMBER_BYTES = 5;

    private byte[] data = new byte[1 << 13];
    private int length;
    private int[] wholes = new int[KEYS_PER_WHOLE];
    private byte[] last = new byte[64];
    private int lastLength;
    private int count;

    void add(byte[] key, int offset, int keyLength) {
      int shared = 0;
      if (count % KEYS_PER_WHOLE == 0) {
        int whole = count / KEYS_PER_WHOLE;
        wholes = whole == wholes.length ? Arrays.copyOf(wholes, 2 * whole) : wholes;
        wholes[whole] = length;
      } else {
        shared = sharedWithLast(key, offset, keyLength);
      }
      int own = keyLength - shared;
      int most = length + 2 * NUMBER_BYTES + own;
      data = data.length < most ? Arrays.copyOf(data, 2 * most) : data;
      put(shared);
      put(own);
      System.arraycopy(key, offset + shared, data, length, own);
      length += own;
      keepLast(key, offset, keyLength);
      count++;
    }

    /** Word by word: keys that follow each other differ early, or at their end. */
    private int sharedWithLast(byte[] key, int offset, int keyLength) {
      int most = Math.min(lastLength, keyLength);
      int shared = 0;
      while (shared < most && offset + shared <= key.length - Long.BYTES) {
        long difference = BigEndian.getLong(last, shared) ^ BigEndian.getLong(key, offset + shared);
        if (difference != 0) {
          return Math.min(most, shared + Long.numberOfLeadingZeros(difference) / Byte.SIZE);
        }
        shared += Long.BYTES;
      }
      while (shared < most && last[shared] == key[offset + shared]) {
        shared++;
      }
      return Math.min(most, shared);
    }

    /** Keeps a key with room for a word behind it, of which the bytes say nothing. */
    private void keepLast(byte[] key, int offset, int keyLength) {
      if (last.length < keyLength + Long.BYTES) {
        last = new byte[2 * keyLength + Long.BYTES];
      }
      int at = 0;
      while (at < keyLength && offset + at <= key.length - Long.BYTES) {
        BigEndian.putLong(last, at, BigEndian.getLong(key, offset + at));
        at += Long.BYTES;
      }
      while (at < keyLength) {
        last[at] = key[offset + at];
        at++;
      }
      lastLength = keyLength;
    }

    private void put(int number) {
      int left = number;
      while (left > SEVEN_BITS) {
        data[length++] = (byte) (left | SEVEN_BITS + 1);
        left >>>= Byte.SIZE - 1;
      }
      data[length++] = (byte) left;
    }

    int count() {
      return count;
    }

    int bytes() {
      return length;
    }

    /** Forgets all keys and keeps its arrays. */
    void reset() {
      length = 0;
      count = 0;
    }

    RowKeyList build() {
      int wholeCount = (count + KEYS_PER_WHOLE - 1) / KEYS_PER_WHOLE;
      return new RowKeyList(Arrays.copyOf(data, length), Arrays.copyOf(wholes, wholeCount), count);
    }
  }

  int count() {
    return count;
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
