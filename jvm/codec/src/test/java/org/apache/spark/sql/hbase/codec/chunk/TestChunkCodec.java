package org.apache.spark.sql.hbase.codec.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.RandomValues;
import org.apache.spark.sql.hbase.codec.ReadChunk;
import org.apache.spark.sql.hbase.codec.RecordingSink;
import org.apache.spark.sql.hbase.codec.packed.PackedCodec;
import org.apache.spark.sql.hbase.codec.packed.PackedWriter;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.junit.jupiter.api.Test;

class TestChunkCodec {
  private static final int ROUNDS = 1_000;
  private static final int MAX_COLUMNS = 8;
  private static final GroupKey GROUPS = new GroupKey(12);
  private static final long TIMESTAMP = 1_704_067_200_000L;
  private final RandomValues values = new RandomValues(3);
  private final Random random = values.random();

  /** Row keys of one group, and per column the values of their rows. */
  private record Rows(List<byte[]> rowKeys, List<List<Object>> columns) {}

  @Test
  void readingReturnsWhatWasWrittenAlsoWhenColumnsWereAddedSince() {
    for (int round = 0; round < ROUNDS; round++) {
      List<SqlType> types = randomTypes();
      List<SqlType> written = types.subList(0, 1 + random.nextInt(types.size()));
      Rows rows = randomRows(written, 1 + random.nextInt(40));
      byte[] chunk = write(new ChunkCodec(written, GROUPS), rows);
      List<List<Object>> expected = new ArrayList<>(rows.columns);
      while (expected.size() < types.size()) {
        expected.add(Collections.nCopies(rows.rowKeys.size(), null));
      }
      ChunkReader reader = new ChunkCodec(types, GROUPS).newReader();
      byte[] padded = new byte[chunk.length + 7];
      System.arraycopy(chunk, 0, padded, 3, chunk.length);
      reader.bind(padded, 3, chunk.length);
      assertEquals(TIMESTAMP, reader.timestamp());
      ReadChunk read = ReadChunk.of(reader, types);
      assertEquals(expected, read.columns());
      assertEquals(
          rows.rowKeys.stream()
              .map(key -> new RecordingSink.Bytes(Arrays.copyOfRange(key, 1, key.length)))
              .toList(),
          read.rests());
    }
  }

  @Test
  void everyWidthOfWholeNumbersIsRead() {
    long[] widest = {0, 1, 0xFF, 0x100, 0xFFFF, 0x1_0000, 0xFFFF_FFFFL, 0x1_0000_0000L, -1};
    int[] widths = {0, 1, 1, 2, 2, 4, 4, 8, 8};
    for (int i = 0; i < widest.length; i++) {
      for (long least : new long[] {Long.MIN_VALUE, -5, 0}) {
        if (least > Long.MIN_VALUE && widest[i] < 0) {
          continue;
        }
        List<Object> column = new ArrayList<>();
        column.add(least);
        column.add(null);
        column.add(least + widest[i]);
        Rows rows = new Rows(keys(3), List.of(column));
        ChunkCodec codec = new ChunkCodec(List.of(SqlType.BIGINT), GROUPS);
        byte[] chunk = write(codec, rows);
        assertEquals(widths[i], chunk[ChunkFormat.HEADER_BYTES + ChunkFormat.WIDTH_IN_ENTRY]);
        ChunkReader reader = bound(codec, chunk);
        assertEquals(List.of(column), ReadChunk.of(reader, List.of(SqlType.BIGINT)).columns());
      }
    }
  }

  @Test
  void theSmallestAndLargestValueTellWhatNoRowHolds() {
    List<SqlType> types = List.of(SqlType.INT, SqlType.DOUBLE, SqlType.INT);
    List<Object> nothing = Arrays.asList(null, null, null);
    Rows rows =
        new Rows(
            keys(3),
            List.of(Arrays.asList(5L, null, -3L), Arrays.asList(-0.0, Double.NaN, null), nothing));
    ChunkCodec codec = new ChunkCodec(types, GROUPS);
    ChunkReader reader = bound(codec, write(codec, rows));
    assertTrue(reader.mayHold(0, 5, 9));
    assertTrue(reader.mayHold(0, 0, 0));
    assertFalse(reader.mayHold(0, 6, 9));
    assertFalse(reader.mayHold(0, -9, -4));
    long zero = ChunkFormat.ordered(0.0);
    assertTrue(reader.mayHold(1, zero, zero));
    assertFalse(reader.mayHold(1, Long.MIN_VALUE, zero - 1));
    assertTrue(reader.mayHold(1, ChunkFormat.ordered(Double.NaN), Long.MAX_VALUE));
    assertFalse(reader.mayHold(2, Long.MIN_VALUE, Long.MAX_VALUE));
  }

  @Test
  void aColumnThatWasAddedSinceHoldsNothing() {
    ChunkCodec older = new ChunkCodec(List.of(SqlType.INT), GROUPS);
    byte[] chunk = write(older, new Rows(keys(1), List.of(List.of(1L))));
    ChunkReader reader = bound(new ChunkCodec(List.of(SqlType.INT, SqlType.INT), GROUPS), chunk);
    assertFalse(reader.mayHold(1, Long.MIN_VALUE, Long.MAX_VALUE));
    CodecException e =
        assertThrows(
            CodecException.class,
            () ->
                bound(
                    older,
                    write(
                        new ChunkCodec(List.of(SqlType.INT, SqlType.INT), GROUPS),
                        new Rows(keys(1), List.of(List.of(1L), List.of(2L))))));
    assertTrue(e.getMessage().contains("run the query again"), e.getMessage());
  }

  @Test
  void damagedChunksAreRefusedWithoutAnyOtherException() {
    int refused = 0;
    for (int round = 0; round < 4 * ROUNDS; round++) {
      List<SqlType> types = randomTypes();
      ChunkCodec codec = new ChunkCodec(types, GROUPS);
      byte[] chunk = write(codec, randomRows(types, 1 + random.nextInt(12)));
      byte[] damaged =
          random.nextInt(4) == 0 ? Arrays.copyOf(chunk, random.nextInt(chunk.length)) : chunk;
      int header = Math.min(damaged.length, ChunkFormat.HEADER_BYTES + 24 * types.size());
      for (int i = random.nextInt(3); i >= 0 && damaged.length > 0; i--) {
        int at = random.nextInt(random.nextBoolean() ? header : damaged.length);
        damaged[at] = (byte) (random.nextBoolean() ? random.nextInt() : 0xFF);
      }
      try {
        checkTypes(ReadChunk.of(bound(codec, damaged), types), types);
      } catch (CodecException e) {
        assertEquals(CodecException.Code.CORRUPT_VALUE, e.code());
        refused++;
      }
    }
    assertTrue(refused > ROUNDS, "only " + refused + " were refused");
  }

  /** Checks that the values read are of their type, however the chunk was damaged. */
  private static void checkTypes(ReadChunk chunk, List<SqlType> types) {
    for (int column = 0; column < types.size(); column++) {
      PackedWriter writer = new PackedCodec(List.of(types.get(column))).newWriter();
      for (Object value : chunk.columns().get(column)) {
        writer.reset();
        RecordingSink.put(value, writer);
      }
    }
  }

  @Test
  void aNestedValueThatIsNoneIsRefused() {
    SqlType array = SqlType.array(SqlType.INT);
    ChunkCodec codec = new ChunkCodec(List.of(array), GROUPS);
    RecordingSink.Bytes none = new RecordingSink.Bytes(new byte[] {9, 9, 9});
    ChunkReader reader = bound(codec, write(codec, new Rows(keys(1), List.of(List.of(none)))));
    assertThrows(CodecException.class, () -> ReadChunk.of(reader, List.of(array)));
  }

  @Test
  void rowsComeInOrderOnceAndOfOneGroup() {
    ChunkWriter writer = new ChunkCodec(List.of(SqlType.INT), GROUPS).newWriter();
    writer.startRow(new byte[] {1, 0x25});
    assertThrows(IllegalStateException.class, () -> writer.toByteArray(TIMESTAMP));
    writer.putNull();
    assertThrows(IllegalStateException.class, writer::putNull);
    assertThrows(IllegalStateException.class, () -> writer.startRow(new byte[] {1, 0x25}));
    assertThrows(IllegalStateException.class, () -> writer.startRow(new byte[] {1, 0x24}));
    assertThrows(IllegalStateException.class, () -> writer.startRow(new byte[] {1, 0x30}));
    assertArrayEquals(new byte[] {1, 0x20}, writer.group());
  }

  @Test
  void aChunkIsFullAtManyRowsOrBytes() {
    ChunkCodec codec = new ChunkCodec(List.of(SqlType.BINARY), new GroupKey(8));
    ChunkWriter writer = codec.newWriter();
    for (int row = 0; row < ChunkFormat.MAX_ROWS; row++) {
      assertFalse(writer.isFull());
      writer.startRow(new byte[] {1, (byte) (row >> 8), (byte) row});
      writer.putNull();
    }
    assertTrue(writer.isFull());
    byte[] chunk = writer.toByteArray(TIMESTAMP);
    assertEquals(ChunkFormat.MAX_ROWS, bound(codec, chunk).rowCount());
    writer.reset();
    writer.startRow(new byte[] {1});
    writer.putBytes(new byte[1 << 20], 0, 1 << 20);
    assertTrue(writer.isFull());
  }

  @Test
  void valuesOutsideTheTypeNameTheField() {
    ChunkWriter writer = new ChunkCodec(List.of(SqlType.INT, SqlType.TINYINT), GROUPS).newWriter();
    writer.startRow(new byte[] {1, 2});
    writer.putLong(1_000);
    CodecException e = assertThrows(CodecException.class, () -> writer.putLong(1_000));
    assertEquals(CodecException.Code.VALUE_OUT_OF_RANGE, e.code());
    assertEquals("1", e.values().get("field"));
  }

  @Test
  void overlayRowsSayWhenAndWhetherTheyAre() {
    byte[] removed = OverlayCell.removed(TIMESTAMP);
    byte[] row = OverlayCell.row(TIMESTAMP, new byte[] {1, 0, 0});
    assertTrue(OverlayCell.isRemoved(removed, 0, removed.length));
    assertFalse(OverlayCell.isRemoved(row, 0, row.length));
    assertEquals(TIMESTAMP, OverlayCell.timestamp(row, 0));
    for (byte[] bad :
        List.of(
            new byte[0],
            new byte[] {2, 0, 0, 0, 0, 0, 0, 0, 0},
            Arrays.copyOf(row, OverlayCell.HEADER_BYTES),
            Arrays.copyOf(removed, removed.length + 1))) {
      assertThrows(CodecException.class, () -> OverlayCell.isRemoved(bad, 0, bad.length));
    }
  }

  @Test
  void aGroupOfTooManyRowsSaysWhatToDo() {
    GroupCell.checkStoredRows(GroupCell.MAX_STORED_ROWS);
    CodecException e =
        assertThrows(
            CodecException.class, () -> GroupCell.checkStoredRows(GroupCell.MAX_STORED_ROWS + 1L));
    assertTrue(e.getMessage().contains("more group bits"), e.getMessage());
  }

  private List<SqlType> randomTypes() {
    return IntStream.rangeClosed(0, random.nextInt(MAX_COLUMNS))
        .mapToObj(i -> values.type())
        .toList();
  }

  /** Some columns without NULL, some of nothing else; rests of one length or of several. */
  private Rows randomRows(List<SqlType> types, int most) {
    TreeSet<byte[]> rowKeys = new TreeSet<>(Arrays::compareUnsigned);
    boolean isFixed = random.nextBoolean();
    while (rowKeys.size() < most) {
      byte[] rowKey = new byte[isFixed ? 4 : 2 + random.nextInt(4)];
      random.nextBytes(rowKey);
      rowKey[0] = 1;
      rowKey[1] = (byte) (0x20 | rowKey[1] & 0xF);
      rowKeys.add(rowKey);
    }
    List<List<Object>> columns = new ArrayList<>();
    for (SqlType type : types) {
      int nulls = random.nextInt(4);
      List<Object> column = new ArrayList<>();
      for (int row = 0; row < most; row++) {
        column.add(nulls == 0 || nulls < 3 && random.nextInt(3) == 0 ? null : values.value(type));
      }
      columns.add(column);
    }
    return new Rows(List.copyOf(rowKeys), columns);
  }

  private static List<byte[]> keys(int count) {
    return IntStream.range(0, count).mapToObj(i -> new byte[] {1, (byte) (0x20 + i)}).toList();
  }

  private static byte[] write(ChunkCodec codec, Rows rows) {
    ChunkWriter writer = codec.newWriter();
    for (int row = 0; row < rows.rowKeys.size(); row++) {
      writer.startRow(rows.rowKeys.get(row));
      for (List<Object> column : rows.columns) {
        RecordingSink.put(column.get(row), writer);
      }
    }
    return writer.toByteArray(TIMESTAMP);
  }

  private static ChunkReader bound(ChunkCodec codec, byte[] chunk) {
    ChunkReader reader = codec.newReader();
    reader.bind(chunk, 0, chunk.length);
    return reader;
  }
}
