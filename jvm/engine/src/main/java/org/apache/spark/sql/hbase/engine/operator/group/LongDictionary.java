package org.apache.spark.sql.hbase.engine.operator.group;

import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.hash.TableHash;

/** Digits of integers, dates and times: in the order in which the values came. */
final class LongDictionary extends KeyDigits {
  private final HashSlots slots = new HashSlots();
  private final long[] values;
  private int count;

  LongDictionary(int radix) {
    super(radix);
    this.values = new long[radix];
    slots.resize(radix);
  }

  @Override
  boolean append(ColumnVector column, SelectedRows rows, int[] numbers) {
    boolean hasNulls = column.hasNulls;
    for (int i = 0; i < rows.count; i++) {
      int row = rows.positions[i];
      int digit = NULL;
      if (!hasNulls || !column.nulls[row]) {
        digit = digitOf(column.longs[row]);
        if (digit == NULL) {
          return false;
        }
      }
      numbers[i] = numbers[i] * radix + digit;
    }
    return true;
  }

  /** NULL if there is no room for another value. */
  private int digitOf(long value) {
    int slot = TableHash.of(value) & slots.mask;
    for (int digit = slots.groups[slot]; digit != HashSlots.EMPTY; digit = slots.groups[slot]) {
      if (values[digit] == value) {
        return digit;
      }
      slot = slot + 1 & slots.mask;
    }
    if (count == radix - 1) {
      return NULL;
    }
    values[++count] = value;
    slots.groups[slot] = count;
    return count;
  }

  @Override
  int digitsInUse() {
    return count + 1;
  }

  @Override
  void put(int digit, ColumnVector out) {
    out.putLong(values[digit]);
  }

  @Override
  long bytes() {
    return (long) Long.BYTES * radix + HashSlots.bytes(radix);
  }
}
