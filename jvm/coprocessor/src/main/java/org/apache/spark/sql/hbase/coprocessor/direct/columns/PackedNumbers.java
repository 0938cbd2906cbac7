package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import java.util.Arrays;

/**
 * Numbers as their distances from the smallest one, in as few bytes as the largest distance takes
 * ("frame of reference"). Immutable.
 */
final class PackedNumbers {
  /** The header of an object and its references, about. */
  static final int OBJECT_BYTES = 48;

  private static final int BYTE_MASK = 0xFF;
  private static final int SHORT_MASK = 0xFFFF;
  private static final long INT_MASK = 0xFFFFFFFFL;

  private final long min;
  private final long max;

  /** One of these has the distances; none does where all numbers are the same. */
  private final byte[] bytes;

  private final short[] shorts;
  private final int[] ints;
  private final long[] longs;

  /**
   * @param values of which the first {@code count} are packed
   */
  PackedNumbers(long[] values, int count) {
    long least = count == 0 ? 0 : Long.MAX_VALUE;
    long most = count == 0 ? 0 : Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, values[i]);
      most = Math.max(most, values[i]);
    }
    min = least;
    max = most;
    long widest = most - least;
    boolean isByte = widest != 0 && isAtMost(widest, BYTE_MASK);
    boolean isShort = !isAtMost(widest, BYTE_MASK) && isAtMost(widest, SHORT_MASK);
    boolean isInt = !isAtMost(widest, SHORT_MASK) && isAtMost(widest, INT_MASK);
    bytes = isByte ? new byte[count] : null;
    shorts = isShort ? new short[count] : null;
    ints = isInt ? new int[count] : null;
    longs = isAtMost(widest, INT_MASK) ? null : new long[count];
    for (int i = 0; i < count; i++) {
      long distance = values[i] - least;
      if (isByte) {
        bytes[i] = (byte) distance;
      } else if (isShort) {
        shorts[i] = (short) distance;
      } else if (isInt) {
        ints[i] = (int) distance;
      } else if (longs != null) {
        longs[i] = distance;
      }
    }
  }

  /** Distances have no sign: that between the smallest and the largest long takes all 64 bits. */
  private static boolean isAtMost(long distance, long bound) {
    return Long.compareUnsigned(distance, bound) <= 0;
  }

  long get(int i) {
    if (bytes != null) {
      return min + (bytes[i] & BYTE_MASK);
    }
    if (shorts != null) {
      return min + (shorts[i] & SHORT_MASK);
    }
    if (ints != null) {
      return min + (ints[i] & INT_MASK);
    }
    return longs == null ? min : min + longs[i];
  }

  /** Writes the numbers from one on into {@code target}. */
  void copy(int from, int count, long[] target, int at) {
    for (int i = 0; i < count; i++) {
      target[at + i] = min;
    }
    if (bytes != null) {
      for (int i = 0; i < count; i++) {
        target[at + i] += bytes[from + i] & BYTE_MASK;
      }
    } else if (shorts != null) {
      for (int i = 0; i < count; i++) {
        target[at + i] += shorts[from + i] & SHORT_MASK;
      }
    } else if (ints != null) {
      for (int i = 0; i < count; i++) {
        target[at + i] += ints[from + i] & INT_MASK;
      }
    } else if (longs != null) {
      for (int i = 0; i < count; i++) {
        target[at + i] += longs[from + i];
      }
    }
  }

  /** Writes the numbers from one on, which are those of a list, into {@code target}. */
  void copy(int from, int count, int[] target, int at) {
    if (bytes == null) {
      Arrays.fill(target, at, at + count, (int) min);
      return;
    }
    int least = (int) min;
    for (int i = 0; i < count; i++) {
      target[at + i] = least + (bytes[from + i] & BYTE_MASK);
    }
  }

  /** Writes the numbers at some places, which are those of a list, into {@code target}. */
  void gather(int[] places, int count, int[] target, int at) {
    if (bytes == null) {
      Arrays.fill(target, at, at + count, (int) min);
      return;
    }
    int least = (int) min;
    for (int i = 0; i < count; i++) {
      target[at + i] = least + (bytes[places[i]] & BYTE_MASK);
    }
  }

  /** Writes the numbers at some places into {@code target}. */
  void gather(int[] places, int count, long[] target, int at) {
    if (bytes != null) {
      for (int i = 0; i < count; i++) {
        target[at + i] = min + (bytes[places[i]] & BYTE_MASK);
      }
    } else if (shorts != null) {
      for (int i = 0; i < count; i++) {
        target[at + i] = min + (shorts[places[i]] & SHORT_MASK);
      }
    } else if (ints != null) {
      for (int i = 0; i < count; i++) {
        target[at + i] = min + (ints[places[i]] & INT_MASK);
      }
    } else {
      for (int i = 0; i < count; i++) {
        target[at + i] = longs == null ? min : min + longs[places[i]];
      }
    }
  }

  /**
   * Keeps the places whose numbers lie within bounds.
   *
   * @param places ascending; are replaced by those kept
   * @return number of places kept
   */
  int select(long least, long most, int[] places, int count) {
    if (least <= min && max <= most) {
      return count;
    }
    if (most < min || max < least) {
      return 0;
    }
    long from = least <= min ? 0 : least - min;
    long to = (most >= max ? max : most) - min;
    int kept = 0;
    if (bytes != null) {
      for (int i = 0; i < count; i++) {
        int place = places[i];
        int distance = bytes[place] & BYTE_MASK;
        places[kept] = place;
        kept += distance >= from & distance <= to ? 1 : 0;
      }
    } else if (shorts != null) {
      for (int i = 0; i < count; i++) {
        int place = places[i];
        int distance = shorts[place] & SHORT_MASK;
        places[kept] = place;
        kept += distance >= from & distance <= to ? 1 : 0;
      }
    } else if (ints != null) {
      for (int i = 0; i < count; i++) {
        int place = places[i];
        long distance = ints[place] & INT_MASK;
        places[kept] = place;
        kept += distance >= from & distance <= to ? 1 : 0;
      }
    } else {
      for (int i = 0; i < count; i++) {
        int place = places[i];
        long value = longs == null ? min : min + longs[place];
        places[kept] = place;
        kept += value >= least & value <= most ? 1 : 0;
      }
    }
    return kept;
  }

  /** Memory that it takes. */
  int heldBytes() {
    return OBJECT_BYTES
        + (bytes == null ? 0 : bytes.length)
        + (shorts == null ? 0 : Short.BYTES * shorts.length)
        + (ints == null ? 0 : Integer.BYTES * ints.length)
        + (longs == null ? 0 : Long.BYTES * longs.length);
  }
}
