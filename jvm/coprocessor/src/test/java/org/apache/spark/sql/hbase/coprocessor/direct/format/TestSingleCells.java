package org.apache.spark.sql.hbase.coprocessor.direct.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.apache.spark.sql.hbase.engine.row.CellRun;
import org.junit.jupiter.api.Test;

class TestSingleCells {
  private static final int ROUNDS = 3_000;
  private static final byte[] FAMILY = {'f'};
  private static final byte[] QUALIFIER = {'p'};
  private static final long READ_POINT = 1_000;
  private static final long OLDEST = 50;

  private final Random random = new Random(5);

  /** A row of a block, and whether it is one cell that is simply visible. */
  private record Row(byte[] key, List<KeyValue> cells, boolean isSingle) {}

  private static OneBlock block(List<Row> rows, boolean hasTags, boolean hasSequenceIds)
      throws IOException {
    return new OneBlock(rows.stream().map(Row::cells).toList(), hasTags, hasSequenceIds);
  }

  @Test
  void rowsOfOneVisibleCellUpToTheFirstThatIsNot() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      boolean hasTags = random.nextBoolean();
      boolean hasSequenceIds = random.nextBoolean();
      boolean orders = random.nextBoolean();
      double oddShare = random.nextInt(3) / 20.0;
      List<Row> rows = new ArrayList<>();
      for (byte[] key : randomKeys()) {
        rows.add(
            random.nextDouble() < oddShare
                ? oddRow(key, hasTags, hasSequenceIds, orders)
                : new Row(key, List.of(visible(key, hasSequenceIds, orders)), true));
      }
      OneBlock block = block(rows, hasTags, hasSequenceIds);
      int first = random.nextInt(rows.size());
      byte[] limit = random.nextBoolean() ? null : limitNear(rows.get(random.nextInt(rows.size())));
      int most = 1 + random.nextInt(2 * CellRun.MAX_ROWS);
      SingleCells cells = new SingleCells(READ_POINT, OLDEST, null);

      cells.collect(block, block.rowStarts.get(first), orders, limit, most, 1);

      check(cells, block, rows, first, limit, Math.min(most, CellRun.MAX_ROWS));
    }
  }

  private static void check(
      SingleCells cells, OneBlock block, List<Row> rows, int first, byte[] limit, int most) {
    CellRun run = cells.run();
    int next = first;
    while (next < rows.size() - 1
        && next - first < most
        && rows.get(next).isSingle
        && (limit == null || Arrays.compareUnsigned(rows.get(next).key, limit) < 0)) {
      next++;
    }
    assertEquals(next - first, run.count);
    assertEquals(block.rowStarts.get(next), cells.end());
    boolean isOdd = next < rows.size() - 1 && next - first < most && !rows.get(next).isSingle;
    boolean isBelowLimit = limit == null || Arrays.compareUnsigned(rows.get(next).key, limit) < 0;
    // At the last row of a block both are fine.
    if (next < rows.size() - 1) {
      assertEquals(!isOdd || !isBelowLimit || run.count >= 16, cells.isDue());
    }
    for (int i = 0; i < run.count; i++) {
      KeyValue cell = rows.get(first + i).cells.get(0);
      assertArrayEquals(rows.get(first + i).key, slice(run, run.rows[i], run.rowLengths[i]));
      assertArrayEquals(new byte[] {1, 'f', 'p'}, slice(run, run.names[i], run.nameLengths[i]));
      byte[] value =
          Arrays.copyOfRange(
              cell.getValueArray(),
              cell.getValueOffset(),
              cell.getValueOffset() + cell.getValueLength());
      assertArrayEquals(value, slice(run, run.values[i], run.valueLengths[i]));
    }
  }

  private static byte[] slice(CellRun run, int offset, int length) {
    return Arrays.copyOfRange(run.bytes, offset, offset + length);
  }

  private List<byte[]> randomKeys() {
    TreeSet<byte[]> keys = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    int length = 1 + random.nextInt(30);
    boolean sameLength = random.nextBoolean();
    for (int i = 1 + random.nextInt(100); i > 0; i--) {
      byte[] key = new byte[sameLength ? length : 1 + random.nextInt(length)];
      // Keys that differ in one byte, at any place.
      key[random.nextInt(key.length)] = (byte) random.nextInt();
      keys.add(key);
    }
    return List.copyOf(keys);
  }

  private byte[] limitNear(Row row) {
    return random.nextBoolean()
        ? row.key
        : Arrays.copyOf(row.key, Math.max(1, row.key.length - 1 + random.nextInt(3)));
  }

  private KeyValue visible(byte[] key, boolean hasSequenceIds, boolean orders) {
    long timestamp = OLDEST + random.nextInt(1_000);
    KeyValue cell = new KeyValue(key, FAMILY, QUALIFIER, timestamp, randomValue());
    if (hasSequenceIds) {
      cell.setSequenceId(random.nextInt(orders ? (int) READ_POINT + 1 : 1 << 20));
    }
    return cell;
  }

  /** Makes a row of two cells, or of one that is not simply visible. */
  private Row oddRow(byte[] key, boolean hasTags, boolean hasSequenceIds, boolean orders) {
    KeyValue visible = visible(key, hasSequenceIds, orders);
    KeyValue odd =
        switch (random.nextInt(5)) {
          case 0 -> new KeyValue(key, FAMILY, QUALIFIER, OLDEST - 1, randomValue());
          case 1 -> new KeyValue(key, FAMILY, QUALIFIER, OLDEST, KeyValue.Type.DeleteColumn);
          case 2 ->
              hasTags
                  ? new KeyValue(
                      key,
                      FAMILY,
                      QUALIFIER,
                      OLDEST,
                      randomValue(),
                      new Tag[] {new ArrayBackedTag((byte) 9, "tag")})
                  : null;
          case 3 ->
              hasSequenceIds && orders
                  ? new KeyValue(key, FAMILY, QUALIFIER, OLDEST, randomValue())
                  : null;
          default -> null;
        };
    if (odd == null) {
      return new Row(key, List.of(visible, visible(key, hasSequenceIds, orders)), false);
    }
    if (hasSequenceIds && orders && odd.getTimestamp() == OLDEST && odd.getTagsLength() == 0) {
      odd.setSequenceId(READ_POINT + 1);
    }
    return new Row(key, List.of(odd), false);
  }

  private byte[] randomValue() {
    byte[] value = new byte[random.nextInt(20)];
    random.nextBytes(value);
    return value;
  }

  /** Holds keys of one byte whose bit is set; counts what it is asked. */
  private static final class KeySet implements RowCursor {
    final BitSet held;
    int last = -1;

    KeySet(BitSet held) {
      this.held = held;
    }

    @Override
    public boolean holds(byte[] row, int offset, int length) {
      int key = row[offset] & 0xFF;
      assertTrue(length == 1 && key >= last, "forwards only");
      last = key;
      return held.get(key);
    }

    @Override
    public byte[] nextRow() {
      throw new AssertionError();
    }

    @Override
    public boolean isAtEnd() {
      throw new AssertionError();
    }

    @Override
    public boolean dependsOnRows() {
      return false;
    }

    @Override
    public void delivered(byte[] row, int offset, int length) {
      throw new AssertionError();
    }
  }

  @Test
  void rowsThatNoRangeHoldsArePassedUpToALongGap() throws IOException {
    for (int round = 0; round < ROUNDS / 10; round++) {
      BitSet held = new BitSet();
      List<Row> rows = new ArrayList<>();
      for (int key = 0; key < 256; key++) {
        held.set(key, random.nextInt(20) > 0);
        byte[] row = {(byte) key};
        rows.add(new Row(row, List.of(visible(row, false, false)), true));
      }
      int gap = random.nextInt(200);
      held.clear(gap, gap + random.nextInt(100));
      OneBlock block = block(rows, false, false);
      SingleCells cells = new SingleCells(READ_POINT, OLDEST, new KeySet(held));
      int next = 0;
      while (next < 255) {
        cells.collect(
            block,
            block.rowStarts.get(next),
            false,
            null,
            CellRun.MAX_ROWS,
            SingleCells.MAX_PASSED);
        int end = block.rowStarts.indexOf(cells.end());
        assertTrue(end > next);
        BitSet found = new BitSet();
        for (int i = 0; i < cells.run().count; i++) {
          found.set(cells.run().bytes[cells.run().rows[i]] & 0xFF);
        }
        BitSet expected = held.get(0, end);
        expected.clear(0, next);
        assertEquals(expected, found);
        assertEquals(gapsBefore(held, next, expected.length()), cells.gaps());
        next = end;
      }
    }
  }

  private static int gapsBefore(BitSet held, int from, int lastHeld) {
    int gaps = 0;
    for (int key = from; key < lastHeld; key++) {
      gaps += !held.get(key) && held.get(key + 1) && key + 1 < lastHeld ? 1 : 0;
    }
    return gaps;
  }

  @Test
  void largeRowsMakeShortRuns() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (byte i = 0; i < 10; i++) {
      byte[] key = {i};
      KeyValue cell = new KeyValue(key, FAMILY, QUALIFIER, OLDEST, new byte[30_000]);
      rows.add(new Row(key, List.of(cell), true));
    }
    OneBlock block = block(rows, false, false);
    SingleCells cells = new SingleCells(READ_POINT, OLDEST, null);
    cells.collect(block, block.start, true, null, CellRun.MAX_ROWS, SingleCells.MAX_PASSED);
    assertEquals(3, cells.run().count);
    assertTrue(cells.isDue());
  }

  @Test
  void aCellThatReachesOutOfTheBlockIsCorrupt() throws IOException {
    byte[] key = {1};
    KeyValue cell = new KeyValue(key, FAMILY, QUALIFIER, OLDEST, new byte[5]);
    OneBlock block = new OneBlock(List.of(List.of(cell)), false, false);
    block.bytes[OneBlock.BEFORE + 7]++;
    SingleCells cells = new SingleCells(READ_POINT, OLDEST, null);
    assertThrows(
        CorruptHFileException.class,
        () ->
            cells.collect(
                block, block.start, true, null, CellRun.MAX_ROWS, SingleCells.MAX_PASSED));
  }
}
