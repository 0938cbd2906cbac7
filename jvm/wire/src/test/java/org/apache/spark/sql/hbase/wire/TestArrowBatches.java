package org.apache.spark.sql.hbase.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.wire.plan.PlanFixtures;
import org.apache.spark.sql.hbase.wire.proto.DataType;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.junit.jupiter.api.Test;

class TestArrowBatches {
  @Test
  void valuesAndNullsOfEveryTypeComeBack() {
    List<ArrowColumn> written = FrameFixtures.columnsOfAllTypes();
    ArrowBatch batch = readBack(written, 3);
    assertEquals(FrameFixtures.names(written.size()), batch.names());
    for (int i = 0; i < written.size(); i++) {
      assertSameValues(written.get(i), batch.columns().get(i));
    }
  }

  @Test
  void valuesOfEveryTypeComeBackAtRandomLengths() {
    Random random = new Random(20261121);
    for (int round = 0; round < 200; round++) {
      int rows = random.nextInt(70);
      List<ArrowColumn> written = new ArrayList<>();
      for (ArrowColumn sample : FrameFixtures.columnsOfAllTypes()) {
        written.add(randomColumn(sample.type(), rows, random));
      }
      ArrowBatch batch = readBack(written, rows);
      for (int i = 0; i < written.size(); i++) {
        assertSameValues(written.get(i), batch.columns().get(i));
      }
    }
  }

  private static ArrowColumn randomColumn(DataType type, int rows, Random random) {
    boolean[] nulls = new boolean[rows];
    long[] longs = new long[rows];
    double[] doubles = new double[rows];
    int[] offsets = new int[rows + 1];
    byte[] bytes = new byte[8 * rows];
    random.nextBytes(bytes);
    for (int i = 0; i < rows; i++) {
      nulls[i] = random.nextInt(4) == 0;
      longs[i] = random.nextLong();
      doubles[i] = random.nextGaussian();
      offsets[i + 1] = offsets[i] + (nulls[i] ? 0 : random.nextInt(8));
    }
    return switch (type.getKind()) {
      case FLOAT, DOUBLE -> ArrowColumns.ofDoubles(type, doubles, nulls, rows);
      case STRING, BINARY -> ArrowColumns.ofBytes(type, bytes, offsets, nulls, rows);
      case DECIMAL -> ArrowColumns.ofDecimals(type, longs, longs, nulls, rows);
      default -> ArrowColumns.ofLongs(type, longs, nulls, rows);
    };
  }

  private static ArrowBatch readBack(List<ArrowColumn> columns, int rows) {
    byte[] stream = FrameFixtures.body(columns, rows);
    assertEquals(0, stream.length % 8);
    // Not at the start of its array, as inside a frame.
    byte[] shifted = new byte[stream.length + 5];
    System.arraycopy(stream, 0, shifted, 3, stream.length);
    ArrowBatch batch = ArrowBatches.read(shifted, 3, stream.length);
    assertEquals(rows, batch.rowCount());
    return batch;
  }

  private static void assertSameValues(ArrowColumn expected, ArrowColumn actual) {
    boolean isString = expected.type().getKind() == TypeKind.STRING;
    assertEquals(isString ? PlanFixtures.BINARY : expected.type(), actual.type());
    assertEquals(expected.length(), actual.length());
    assertEquals(expected.nullCount(), actual.nullCount());
    for (int i = 0; i < expected.length(); i++) {
      assertEquals(expected.isNull(i), actual.isNull(i));
      switch (expected.type().getKind()) {
        case FLOAT, DOUBLE -> assertEquals(expected.getDouble(i), actual.getDouble(i));
        case STRING, BINARY -> assertArrayEquals(expected.getBytes(i), actual.getBytes(i));
        case DECIMAL -> {
          assertEquals(expected.getDecimalHigh(i), actual.getDecimalHigh(i));
          assertEquals(expected.getDecimalLow(i), actual.getDecimalLow(i));
        }
        default -> assertEquals(expected.getLong(i), actual.getLong(i));
      }
    }
  }

  @Test
  void longsAreNarrowedToTheirTypeAndReadBackSigned() {
    List<ArrowColumn> columns = FrameFixtures.columnsOfAllTypes();
    assertEquals(0, columns.get(0).getLong(0));
    assertEquals(1, columns.get(0).getLong(1));
    assertEquals(Byte.MIN_VALUE, columns.get(1).getLong(0));
    assertEquals(Short.MIN_VALUE, columns.get(2).getLong(0));
    assertEquals(Integer.MIN_VALUE, columns.get(3).getLong(0));
    assertEquals(Long.MIN_VALUE, columns.get(4).getLong(0));
    assertEquals(-999_999_999_999_999_999L, columns.get(7).getLong(0));
    assertEquals(-1, columns.get(7).getDecimalHigh(0));
    assertTrue(columns.get(4).isNull(2));
    assertFalse(columns.get(4).isNull(1));
  }

  @Test
  void longsAreCopiedAsTheyAreRead() {
    for (ArrowColumn column : FrameFixtures.columnsOfAllTypes()) {
      switch (column.type().getKind()) {
        case FLOAT, DOUBLE, STRING, BINARY, STRUCT, ARRAY, MAP ->
            assertThrows(IllegalStateException.class, () -> column.copyLongs(0, 1, new long[1]));
        default -> {
          long[] copied = new long[column.length()];
          column.copyLongs(1, column.length() - 1, copied);
          for (int i = 1; i < column.length(); i++) {
            assertEquals(column.getLong(i), copied[i - 1], column.type() + " " + i);
          }
        }
      }
    }
  }

  @Test
  void theLargestDecimalIsTenToThe38LessOne() {
    ArrowColumn column = FrameFixtures.columnsOfAllTypes().get(8);
    BigInteger high = BigInteger.valueOf(column.getDecimalHigh(1)).shiftLeft(64);
    BigInteger low = new BigInteger(Long.toUnsignedString(column.getDecimalLow(1)));
    assertEquals(BigInteger.TEN.pow(38).subtract(BigInteger.ONE), high.add(low));
  }

  @Test
  void aBatchWithoutColumnsKeepsItsRows() {
    ArrowBatch batch = readBack(List.of(), 7);
    assertEquals(List.of(), batch.columns());
    assertEquals(7, batch.rowCount());
  }

  @Test
  void anEmptyBatchKeepsItsColumns() {
    ArrowBatch batch = FrameFixtures.emptyBatch().batch();
    assertEquals(0, batch.rowCount());
    assertEquals(3, batch.columns().size());
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] stream = FrameFixtures.body(FrameFixtures.columnsOfAllTypes(), 3);
    for (int length = 0; length < stream.length; length++) {
      byte[] head = Arrays.copyOf(stream, length);
      assertThrows(FrameException.class, () -> ArrowBatches.read(head, 0, head.length));
    }
    byte[] longer = Arrays.copyOf(stream, stream.length + 1);
    assertThrows(FrameException.class, () -> ArrowBatches.read(longer, 0, longer.length));
  }

  @Test
  void damagedStreamsRaiseNothingButFrameExceptions() {
    byte[] stream = FrameFixtures.body(FrameFixtures.columnsOfAllTypes(), 3);
    for (int position = 0; position < stream.length; position++) {
      for (int value : new int[] {0, 1, 0x7F, 0x80, 0xFF}) {
        byte[] damaged = stream.clone();
        damaged[position] = (byte) value;
        readOrRefuse(damaged);
      }
    }
  }

  /** Checks that a batch which passes the checks is readable to its last value. */
  private static void readOrRefuse(byte[] stream) {
    ArrowBatch batch;
    try {
      batch = ArrowBatches.read(stream, 0, stream.length);
    } catch (FrameException e) {
      return;
    }
    for (ArrowColumn column : batch.columns()) {
      assertSameValues(column, column);
    }
  }

  @Test
  void columnsOfAnotherLengthThanTheBatchAreRefused() {
    List<ArrowColumn> columns = FrameFixtures.columnsOfAllTypes();
    assertThrows(IllegalArgumentException.class, () -> FrameFixtures.body(columns, 4));
    assertThrows(IllegalArgumentException.class, () -> ArrowBatches.write(List.of(), columns, 3));
  }

  @Test
  void columnsWithBuffersTooShortForTheirLengthAreRefused() {
    ByteSlice eight = ByteSlice.of(new byte[8]);
    assertNoColumn(PlanFixtures.BIGINT, 2, 0, null, null, eight);
    assertNoColumn(PlanFixtures.BIGINT, 1, 2, eight, null, eight);
    assertNoColumn(PlanFixtures.BIGINT, 1, 1, null, null, eight);
    assertNoColumn(PlanFixtures.BIGINT, 1, 1, ByteSlice.EMPTY, null, eight);
    assertNoColumn(PlanFixtures.BIGINT, 1, 0, null, eight, eight);
    assertNoColumn(PlanFixtures.BINARY, 1, 0, null, null, eight);
    assertNoColumn(PlanFixtures.BINARY, 2, 0, null, eight, eight);
    assertNoColumn(
        PlanFixtures.BINARY, 1, 0, null, ByteSlice.of(new byte[] {0, 0, 0, 0, 9, 0, 0, 0}), eight);
    assertNoColumn(
        PlanFixtures.BINARY, 1, 0, null, ByteSlice.of(new byte[] {3, 0, 0, 0, 2, 0, 0, 0}), eight);
    assertNoColumn(
        PlanFixtures.BINARY, 0, 0, null, ByteSlice.of(new byte[] {-1, -1, -1, -1}), eight);
  }

  private static void assertNoColumn(
      DataType type,
      int length,
      int nullCount,
      ByteSlice validity,
      ByteSlice offsets,
      ByteSlice data) {
    assertThrows(
        IllegalArgumentException.class,
        () -> new ArrowColumn(type, length, nullCount, validity, offsets, data));
  }
}
