package org.apache.spark.sql.hbase.engine.expression.comparison;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.hash.TableHash;

/**
 * Constants that are numbers of 64 bits. Where they lie close together, as row numbers do, there is
 * a bit for each number between the lowest and the highest. Else there is an open-addressing hash
 * table. Immutable.
 */
abstract sealed class LongSet extends ConstantSet {
  /** From the lowest to the highest, for each constant: no more than a hash table takes. */
  private static final int MAX_BITS_PER_CONSTANT = 2 * Long.SIZE;

  private LongSet(boolean hasNull) {
    super(hasNull);
  }

  static LongSet of(long[] constants, boolean hasNull) {
    if (constants.length == 0) {
      return new Table(constants, hasNull);
    }
    long lowest = Arrays.stream(constants).min().getAsLong();
    long highest = Arrays.stream(constants).max().getAsLong();
    // Right as an unsigned number, even where the difference has 64 bits.
    boolean isDense =
        Long.compareUnsigned(highest - lowest, (long) MAX_BITS_PER_CONSTANT * constants.length) < 0;
    return isDense ? new Bits(constants, lowest, highest, hasNull) : new Table(constants, hasNull);
  }

  private static final class Bits extends LongSet {
    private final long lowest;
    private final long[] words;

    Bits(long[] constants, long lowest, long highest, boolean hasNull) {
      super(hasNull);
      this.lowest = lowest;
      this.words = new long[Math.toIntExact((highest - lowest) / Long.SIZE) + 1];
      for (long constant : constants) {
        long bit = constant - lowest;
        words[(int) (bit / Long.SIZE)] |= 1L << bit;
      }
    }

    @Override
    void search(ColumnVector values, SelectedRows rows, ColumnVector found) {
      int[] positions = rows.positions;
      for (int k = 0; k < rows.count; k++) {
        int i = positions[k];
        long bit = values.longs[i] - lowest;
        // Behind all words for a value below the lowest.
        long word = bit >>> 6;
        found.longs[i] = word < words.length ? words[(int) word] >>> bit & 1 : 0;
      }
    }

    @Override
    public long heldBytes() {
      return (long) Long.BYTES * words.length;
    }
  }

  private static final class Table extends LongSet {
    /** At most half of them are taken, the others are 0; their number is a power of two. */
    private final long[] slots;

    private final boolean hasZero;

    Table(long[] constants, boolean hasNull) {
      super(hasNull);
      slots = new long[Integer.highestOneBit(2 * Math.max(1, constants.length) - 1) << 1];
      boolean zero = false;
      for (long constant : constants) {
        zero |= constant == 0;
        slots[slotOf(constant)] = constant;
      }
      hasZero = zero;
    }

    /** Returns the slot of the constant, or a free slot for it. */
    private int slotOf(long constant) {
      int mask = slots.length - 1;
      int slot = TableHash.of(constant) & mask;
      while (slots[slot] != constant && slots[slot] != 0) {
        slot = slot + 1 & mask;
      }
      return slot;
    }

    @Override
    void search(ColumnVector values, SelectedRows rows, ColumnVector found) {
      int[] positions = rows.positions;
      for (int k = 0; k < rows.count; k++) {
        int i = positions[k];
        long value = values.longs[i];
        boolean isIn = value == 0 ? hasZero : slots[slotOf(value)] == value;
        found.longs[i] = isIn ? 1 : 0;
      }
    }

    @Override
    public long heldBytes() {
      return (long) Long.BYTES * slots.length;
    }
  }
}
