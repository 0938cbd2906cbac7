package org.apache.spark.sql.hbase.engine.batch;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The rows of a batch that still count: ascending positions, in {@code positions[0..count)}.
 * Filters shrink it in place. The fields are public for loops over rows. Not thread-safe.
 */
public final class SelectedRows {
  /** The first positions of most selections: copying them is cheaper than counting. */
  private static final int[] ASCENDING = IntStream.range(0, 4_096).toArray();

  /** Grows by replacement; read it again after any call on this object. */
  public int[] positions;

  public int count;

  public SelectedRows(int capacity) {
    positions = new int[Math.max(1, capacity)];
  }

  /** All rows of a batch of {@code rowCount} rows. */
  public static SelectedRows all(int rowCount) {
    SelectedRows rows = new SelectedRows(rowCount);
    rows.selectAll(rowCount);
    return rows;
  }

  public void selectAll(int rowCount) {
    ensureCapacity(rowCount);
    fillAscending(positions, 0, rowCount);
    count = rowCount;
  }

  /** Writes so many positions in their order, of which {@code first} is the first one. */
  public static void fillAscending(int[] target, int first, int count) {
    int from = Math.min(first, ASCENDING.length);
    int copied = Math.min(count, ASCENDING.length - from);
    System.arraycopy(ASCENDING, from, target, 0, copied);
    for (int i = copied; i < count; i++) {
      target[i] = first + i;
    }
  }

  /** Selects exactly one row. */
  public void selectOnly(int position) {
    positions[0] = position;
    count = 1;
  }

  public void copyFrom(SelectedRows other) {
    ensureCapacity(other.count);
    System.arraycopy(other.positions, 0, positions, 0, other.count);
    count = other.count;
  }

  /** Empties the selection. */
  public void clear() {
    count = 0;
  }

  /** Adds a row behind the others; positions must ascend. */
  public void add(int position) {
    ensureCapacity(count + 1);
    positions[count++] = position;
  }

  /** Keeps the rows at which the vector is not NULL. */
  public void keepNotNull(ColumnVector vector) {
    if (!vector.hasNulls) {
      return;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int position = positions[i];
      if (!vector.nulls[position]) {
        positions[kept++] = position;
      }
    }
    count = kept;
  }

  /** Keeps the rows at which a BOOLEAN vector is TRUE: neither FALSE nor NULL. */
  public void keepTrue(ColumnVector vector) {
    long[] values = vector.longs;
    boolean[] nulls = vector.nulls;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int position = positions[i];
      positions[kept] = position;
      kept += values[position] != 0 && !nulls[position] ? 1 : 0;
    }
    count = kept;
  }

  /** Keeps the first {@code limit} rows. */
  public void keepFirst(long limit) {
    count = (int) Math.min(count, limit);
  }

  public boolean isEmpty() {
    return count == 0;
  }

  private void ensureCapacity(int capacity) {
    if (capacity > positions.length) {
      positions = Arrays.copyOf(positions, Math.max(capacity, positions.length * 2));
    }
  }
}
