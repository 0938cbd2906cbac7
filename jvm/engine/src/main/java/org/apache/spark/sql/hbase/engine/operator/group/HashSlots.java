package org.apache.spark.sql.hbase.engine.operator.group;

import java.util.Arrays;

/**
 * The slots of an open-addressing hash table: group numbers, probed linearly from the hash on. At
 * most half of them are taken. The keys are kept elsewhere, by group.
 */
final class HashSlots {
  /** A slot without a group, so that a look-up that ends there has found none. */
  static final int EMPTY = KeyLookup.NO_GROUP;

  private static final int MIN_SLOTS = 16;

  /** Group number or {@link #EMPTY}; a power of two. */
  int[] groups = newSlots(MIN_SLOTS);

  int mask = MIN_SLOTS - 1;

  private static int[] newSlots(int length) {
    int[] slots = new int[length];
    Arrays.fill(slots, EMPTY);
    return slots;
  }

  static long bytes(int capacity) {
    return (long) Integer.BYTES * slotsFor(capacity);
  }

  private static int slotsFor(int capacity) {
    int slots = Integer.highestOneBit(Math.max(MIN_SLOTS / 2, capacity) * 2 - 1) << 1;
    if (slots <= 0) {
      throw new IllegalStateException("too many groups for one table: " + capacity);
    }
    return slots;
  }

  /** True if the slots were replaced by empty ones: every group has to be put again. */
  boolean resize(int capacity) {
    int slots = slotsFor(capacity);
    if (slots == groups.length) {
      return false;
    }
    groups = newSlots(slots);
    mask = slots - 1;
    return true;
  }

  /** Puts a group whose key is not in the table. */
  void put(int hash, int group) {
    int slot = hash & mask;
    while (groups[slot] != EMPTY) {
      slot = slot + 1 & mask;
    }
    groups[slot] = group;
  }
}
