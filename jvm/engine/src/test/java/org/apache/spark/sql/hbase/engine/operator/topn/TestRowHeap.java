package org.apache.spark.sql.hbase.engine.operator.topn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.junit.jupiter.api.Test;

class TestRowHeap {
  @Test
  void keepsTheFirstOfAllRowsThatWereOffered() {
    Random random = new Random(7);
    for (int capacity = 1; capacity < 40; capacity += 3) {
      int[] values = random.ints(100, -50, 50).toArray();
      RowHeap heap = new RowHeap(capacity, (a, b) -> compare(values, a, b));
      for (int row = 0; row < values.length; row++) {
        heap.offer(row);
        int[] first = firstRows(values, row + 1, capacity);
        assertEquals(first[first.length - 1], heap.top());
      }
      SelectedRows kept = new SelectedRows(1);
      heap.select(kept);
      int[] expected = firstRows(values, values.length, capacity);
      Arrays.sort(expected);
      assertArrayEquals(expected, Arrays.copyOf(kept.positions, kept.count));
    }
  }

  @Test
  void isFullAtItsCapacityOnly() {
    RowHeap heap = new RowHeap(Long.MAX_VALUE, Integer::compare);
    heap.offer(1);
    heap.offer(0);
    assertEquals(2, heap.size());
    assertEquals(1, heap.top());
    heap.clear();
    assertEquals(0, heap.size());
    heap.offer(5);
    assertEquals(5, heap.top());
  }

  private static int[] firstRows(int[] values, int rows, int count) {
    return IntStream.range(0, rows)
        .boxed()
        .sorted((a, b) -> compare(values, a, b))
        .limit(count)
        .mapToInt(row -> row)
        .toArray();
  }

  private static int compare(int[] values, int a, int b) {
    int byValue = Integer.compare(values[a], values[b]);
    return byValue != 0 ? byValue : Integer.compare(a, b);
  }
}
