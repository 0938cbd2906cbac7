package org.apache.spark.sql.hbase.engine.operator.topn;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;

/**
 * The first rows of all that were offered: a binary heap of row numbers with the last of them on
 * top. Not thread-safe.
 */
final class RowHeap {
  private final long capacity;
  private final IntBinaryOperator order;
  private int[] rows = {};
  private int size;

  /**
   * @param capacity rows to keep, at least 1
   * @param order of two rows; never 0 for different rows
   */
  RowHeap(long capacity, IntBinaryOperator order) {
    this.capacity = capacity;
    this.order = order;
  }

  int size() {
    return size;
  }

  boolean isFull() {
    return size >= capacity;
  }

  /** The last row in order of those that are kept. */
  int top() {
    return rows[0];
  }

  /** Bytes with so many more rows, before the smaller array is let go of. */
  long bytesWith(int more) {
    return (long) Integer.BYTES * (rows.length + Math.min(capacity, 2L * (size + more)));
  }

  /** Keeps the row if it is among the first, in place of the last one where there is no room. */
  void offer(int row) {
    if (!isFull()) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, (int) Math.min(capacity, 2L * size + 1));
      }
      rows[size] = row;
      siftUp(size++);
    } else if (order.applyAsInt(row, rows[0]) < 0) {
      rows[0] = row;
      siftDown();
    }
  }

  private void siftUp(int from) {
    int at = from;
    while (at > 0 && order.applyAsInt(rows[at], rows[(at - 1) / 2]) > 0) {
      swap(at, (at - 1) / 2);
      at = (at - 1) / 2;
    }
  }

  private void siftDown() {
    int at = 0;
    for (int child = lastChild(at); child != at; child = lastChild(at)) {
      swap(at, child);
      at = child;
    }
  }

  /** The node itself unless a child comes after it in order. */
  private int lastChild(int at) {
    int last = at;
    for (int child = 2 * at + 1; child <= 2 * at + 2 && child < size; child++) {
      last = order.applyAsInt(rows[child], rows[last]) > 0 ? child : last;
    }
    return last;
  }

  private void swap(int a, int b) {
    int row = rows[a];
    rows[a] = rows[b];
    rows[b] = row;
  }

  /** Sets {@code to} to the rows that are kept, ascending by number. */
  void select(SelectedRows to) {
    to.clear();
    for (int i = 0; i < size; i++) {
      to.add(rows[i]);
    }
    Arrays.sort(to.positions, 0, size);
  }

  /** Forgets all rows. */
  void clear() {
    size = 0;
  }

  /** Forgets all rows and gives their memory back. */
  void free() {
    size = 0;
    rows = new int[0];
  }
}
