package org.apache.spark.sql.hbase.engine.operator.group;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/** Groups by keys of any number and types, hashed and compared as bytes. */
public final class EncodedKeyTable extends ArenaKeyTable {
  private final HashSlots slots = new HashSlots();
  private int[] hashes = {};

  public EncodedKeyTable(List<SqlType> keyTypes) {
    super(keyTypes);
  }

  @Override
  public long fixedBytes(int capacity) {
    return super.fixedBytes(capacity) + (long) Integer.BYTES * capacity + HashSlots.bytes(capacity);
  }

  @Override
  public void resize(int capacity, long keyBytes) {
    super.resize(capacity, keyBytes);
    if (capacity != hashes.length) {
      hashes = Arrays.copyOf(hashes, capacity);
    }
    if (slots.resize(capacity)) {
      for (int g = 0; g < keys.count(); g++) {
        slots.put(hashes[g], g);
      }
    }
  }

  @Override
  public void assign(ColumnVector[] keyColumns, SelectedRows rows, int[] groups) {
    int[] positions = rows.positions;
    for (int i = 0; i < rows.count; i++) {
      int row = positions[i];
      keys.write(keyColumns, row);
      groups[row] = groupOfWritten();
    }
  }

  /** A look-up that may run while others do: it writes the keys to an arena of its own. */
  public KeyLookup newLookup() {
    KeyArena written = keys.newScratch();
    return (keyColumns, rows, found) -> {
      written.resize(0, written.bytesFor(keyColumns, rows));
      int[] positions = rows.positions;
      for (int i = 0; i < rows.count; i++) {
        int row = positions[i];
        written.write(keyColumns, row);
        found[row] = find(written);
      }
    };
  }

  private int find(KeyArena written) {
    int hash = written.hash();
    int slot = hash & slots.mask;
    int group = slots.groups[slot];
    while (group != HashSlots.EMPTY
        && (hashes[group] != hash || !written.writtenEquals(keys, group))) {
      slot = slot + 1 & slots.mask;
      group = slots.groups[slot];
    }
    return group;
  }

  private int groupOfWritten() {
    int hash = keys.hash();
    int slot = hash & slots.mask;
    for (int group = slots.groups[slot]; group != HashSlots.EMPTY; group = slots.groups[slot]) {
      if (hashes[group] == hash && keys.writtenEquals(group)) {
        return group;
      }
      slot = slot + 1 & slots.mask;
    }
    int group = keys.keep();
    slots.groups[slot] = group;
    hashes[group] = hash;
    return group;
  }
}
