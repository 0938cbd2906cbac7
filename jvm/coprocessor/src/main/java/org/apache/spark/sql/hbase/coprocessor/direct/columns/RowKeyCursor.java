package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.util.Arrays;

/** A place among the row keys of a stretch that only goes forward. Not thread-safe. */
public final class RowKeyCursor {
  private final RowKeyList keys;

  /** The next byte of the list. */
  private int at;

  private int place;
  private byte[] key = new byte[64];
  private int length;

  /** The key before, if the cursor came from there. */
  private byte[] passed = new byte[64];

  private int passedLength;
  private int passedPlace = -1;

  /** Stands at the first key; there has to be one. */
  RowKeyCursor(RowKeyList keys) {
    this.keys = keys;
    read();
  }

  /** The place of the key at which it stands; behind the last one it is the number of keys. */
  public int place() {
    return place;
  }

  /** Whether it stands behind the last key. */
  public boolean isAtEnd() {
    return place == keys.count();
  }

  /** Goes to the first key at or behind a row, unless it is there or further on. */
  public void seek(byte[] row, int rowLength) {
    int whole = place / RowKeyList.KEYS_PER_WHOLE + 1;
    if (whole < keys.wholes.length && isWholeBefore(whole, row, rowLength)) {
      jump(lastWholeBefore(whole, row, rowLength));
    }
    while (!isAtEnd() && compareTo(row, rowLength) < 0) {
      next();
    }
  }

  /**
   * Goes forward to a place.
   *
   * @param to a key's, or the number of keys
   */
  public void moveTo(int to) {
    int whole = to / RowKeyList.KEYS_PER_WHOLE;
    // One key before is passed, so that it is known as well.
    if (to % RowKeyList.KEYS_PER_WHOLE == 0) {
      whole--;
    }
    if (whole > place / RowKeyList.KEYS_PER_WHOLE) {
      jump(whole);
    }
    while (place < to) {
      next();
    }
  }

  /** Rows that are looked for are mostly near, so it goes in steps that double, and then halves. */
  private int lastWholeBefore(int known, byte[] row, int rowLength) {
    int low = known;
    int step = 1;
    while (low + step < keys.wholes.length && isWholeBefore(low + step, row, rowLength)) {
      low += step;
      step *= 2;
    }
    int high = Math.min(low + step, keys.wholes.length);
    while (low + 1 < high) {
      int middle = (low + high) >>> 1;
      if (isWholeBefore(middle, row, rowLength)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean isWholeBefore(int whole, byte[] row, int rowLength) {
    int next = at;
    // The first number is that of shared bytes: none.
    at = keys.wholes[whole] + 1;
    int own = number();
    boolean isBefore = Arrays.compareUnsigned(keys.data, at, at + own, row, 0, rowLength) < 0;
    at = next;
    return isBefore;
  }

  private void jump(int whole) {
    place = whole * RowKeyList.KEYS_PER_WHOLE;
    at = keys.wholes[whole];
    passedPlace = -1;
    length = 0;
    read();
  }

  /** Goes to the next key, or behind the last one. */
  public void next() {
    byte[] free = passed;
    passed = key;
    passedLength = length;
    passedPlace = place;
    key = free;
    place++;
    if (!isAtEnd()) {
      read();
    }
  }

  /** Reads the key at {@link #place}, of which the one before may have some bytes. */
  private void read() {
    int shared = number();
    int own = number();
    length = shared + own;
    if (key.length < length) {
      key = new byte[2 * length];
    }
    System.arraycopy(passed, 0, key, 0, shared);
    System.arraycopy(keys.data, at, key, shared, own);
    at += own;
  }

  private int number() {
    int number = 0;
    int shift = 0;
    byte read;
    do {
      read = keys.data[at++];
      number |= (read & RowKeyList.SEVEN_BITS) << shift;
      shift += Byte.SIZE - 1;
    } while (read < 0);
    return number;
  }

  /** Compares the key at which it stands; not at the end. */
  public int compareTo(byte[] row, int rowLength) {
    return Arrays.compareUnsigned(key, 0, length, row, 0, rowLength);
  }

  /** Adds the key at which it stands to others. */
  void addTo(RowKeyList.Builder others) {
    others.add(key, 0, length);
  }

  private byte[] copyKey() {
    return Arrays.copyOf(key, length);
  }

  /** The key at any place, in an array of its own. That of the place before this one is at hand. */
  public byte[] copyKey(int wanted) {
    if (wanted == passedPlace) {
      return Arrays.copyOf(passed, passedLength);
    }
    if (wanted == place) {
      return copyKey();
    }
    RowKeyCursor other = new RowKeyCursor(keys);
    other.moveTo(wanted);
    return other.copyKey();
  }
}
