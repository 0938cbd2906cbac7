package org.apache.spark.sql.hbase.engine.operator.group;

import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.hash.TableHash;

/** Groups by one key held as {@code long}: the fast way for the most common case. */
public final class LongKeyTable implements GroupTable {
  private final HashSlots slots = new HashSlots();
  private long[] keys = {};
  private int groupCount;

  /** The group of NULL, which is not in the slots. */
  private int nullGroup = KeyLookup.NO_GROUP;

  @Override
  public int groupCount() {
    return groupCount;
  }

  @Override
  public int maxNewGroups(int rows) {
    return rows;
  }

  @Override
  public long fixedBytes(int capacity) {
    return (long) Long.BYTES * capacity + HashSlots.bytes(capacity);
  }

  @Override
  public long keyBytes() {
    return 0;
  }

  @Override
  public long keyBytesFor(ColumnVector[] keyColumns, SelectedRows rows) {
    return 0;
  }

  @Override
  public void resize(int capacity, long keyBytes) {
    keys = Arrays.copyOf(keys, capacity);
    if (slots.resize(capacity)) {
      for (int g = 0; g < groupCount; g++) {
        if (g != nullGroup) {
          slots.put(TableHash.of(keys[g]), g);
        }
      }
    }
  }

  @Override
  public long usedBytes() {
    return (long) Long.BYTES * groupCount;
  }

  @Override
  public void assign(ColumnVector[] keyColumns, SelectedRows rows, int[] groups) {
    ColumnVector column = keyColumns[0];
    long[] values = column.longs;
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      groups[row] = column.nulls[row] ? groupOfNull() : groupOf(values[row]);
    }
  }

  private int groupOf(long key) {
    int slot = TableHash.of(key) & slots.mask;
    for (int group = slots.groups[slot]; group != HashSlots.EMPTY; group = slots.groups[slot]) {
      if (keys[group] == key) {
        return group;
      }
      slot = slot + 1 & slots.mask;
    }
    slots.groups[slot] = groupCount;
    keys[groupCount] = key;
    return groupCount++;
  }

  private int groupOfNull() {
    if (nullGroup == KeyLookup.NO_GROUP) {
      nullGroup = groupCount++;
    }
    return nullGroup;
  }

  /** A look-up that may run while others do. */
  public KeyLookup newLookup() {
    return (keyColumns, rows, found) -> {
      ColumnVector column = keyColumns[0];
      long[] values = column.longs;
      int[] positions = rows.positions;
      for (int i = 0; i < rows.count; i++) {
        int row = positions[i];
        found[row] = column.nulls[row] ? nullGroup : find(values[row]);
      }
    };
  }

  private int find(long key) {
    int slot = TableHash.of(key) & slots.mask;
    int group = slots.groups[slot];
    while (group != HashSlots.EMPTY && keys[group] != key) {
      slot = slot + 1 & slots.mask;
      group = slots.groups[slot];
    }
    return group;
  }

  @Override
  public void keys(ColumnVector[] out) {
    for (int g = 0; g < groupCount; g++) {
      if (g == nullGroup) {
        out[0].putNull();
      } else {
        out[0].putLong(keys[g]);
      }
    }
  }
}
