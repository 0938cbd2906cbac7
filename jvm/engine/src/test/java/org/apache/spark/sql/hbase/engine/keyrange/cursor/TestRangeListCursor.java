package org.apache.spark.sql.hbase.engine.keyrange.cursor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.apache.spark.sql.hbase.engine.keyrange.interval.ByteStrings;
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange;
import org.apache.spark.sql.hbase.engine.keyrange.interval.RangeSet;
import org.junit.jupiter.api.Test;

class TestRangeListCursor {
  private static final int ROUNDS = 3_000;

  /** Bytes in front of a row key in its array, and behind it. */
  private static final int AROUND = 9;

  private final Random random = new Random(17);

  @Test
  void holdsWhatSomeRangeContainsAndLeadsToTheNext() {
    for (int round = 0; round < ROUNDS; round++) {
      RangeSet set = randomRanges();
      byte[] stopRow = random.nextInt(3) == 0 ? randomBytes() : ByteStrings.EMPTY;
      RangeListCursor cursor = new RangeListCursor(set, stopRow);
      List<byte[]> rows =
          Stream.generate(this::randomBytes)
              .limit(1 + random.nextInt(30))
              .sorted(Arrays::compareUnsigned)
              .toList();
      for (byte[] row : rows) {
        boolean isHeld = set.ranges().stream().anyMatch(range -> range.contains(row));
        assertEquals(isHeld, holds(cursor, row));
        if (!isHeld) {
          byte[] next =
              set.ranges().stream()
                  .map(KeyRange::start)
                  .filter(start -> Arrays.compareUnsigned(start, row) > 0)
                  .filter(
                      start -> stopRow.length == 0 || Arrays.compareUnsigned(start, stopRow) < 0)
                  .findFirst()
                  .orElse(null);
          assertEquals(next == null, cursor.isAtEnd());
          if (next == null) {
            assertNull(cursor.nextRow());
          } else {
            assertArrayEquals(next, cursor.nextRow());
          }
        }
      }
    }
  }

  private boolean holds(RowCursor cursor, byte[] row) {
    byte[] larger = new byte[row.length + 2 * AROUND];
    random.nextBytes(larger);
    System.arraycopy(row, 0, larger, AROUND, row.length);
    // Sometimes at the end of its array.
    int end = random.nextBoolean() ? larger.length : AROUND + row.length;
    return cursor.holds(Arrays.copyOf(larger, end), AROUND, row.length);
  }

  private RangeSet randomRanges() {
    List<KeyRange> ranges = new ArrayList<>();
    for (int i = random.nextInt(60); i >= 0; i--) {
      byte[] start = randomBytes();
      byte[] stop = random.nextInt(3) == 0 ? RowKeys.after(start) : randomBytes();
      ranges.add(new KeyRange(start, random.nextInt(100) == 0 ? null : stop));
    }
    return RangeSet.of(ranges);
  }

  /** Makes up to 11 bytes, many with the first eight in common. */
  private byte[] randomBytes() {
    byte[] bytes = new byte[random.nextInt(12)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(i == 0 || i > 7 ? 6 : 2) - 1);
    }
    return bytes;
  }
}
