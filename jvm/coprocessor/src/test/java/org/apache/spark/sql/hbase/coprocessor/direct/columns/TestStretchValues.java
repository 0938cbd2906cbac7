package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.row.ColumnRange;
import org.junit.jupiter.api.Test;

/** Values are given back as they were, by rows one after the other and by chosen ones. */
class TestStretchValues {
  private static final int ROWS = 1_000;
  private static final long SEED = 20_261_128;
  private static final BitSet NONE = new BitSet();

  private final Random random = new Random(SEED);

  @Test
  void numbersOfEachWidth() {
    List<LongSupplier> kinds =
        List.of(
            () -> 7,
            () -> random.nextInt(256) - 40,
            () -> random.nextInt(257),
            () -> 1_000_000_000_000L + random.nextInt(1 << 16),
            () -> random.nextInt(),
            () -> random.nextInt() * 5L,
            random::nextLong,
            () -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
    for (LongSupplier kind : kinds) {
      for (boolean hasNulls : new boolean[] {false, true}) {
        ColumnVector vector = new ColumnVector(SqlType.BIGINT);
        for (int row = 0; row < ROWS; row++) {
          if (hasNulls && random.nextInt(5) == 0) {
            vector.putNull();
          } else {
            vector.putLong(kind.getAsLong());
          }
        }
        assertGivenBack(vector);
        assertSelected(vector, kind);
      }
    }
  }

  @Test
  void doublesKeepTheirBits() {
    ColumnVector vector = new ColumnVector(SqlType.DOUBLE);
    double[] rare = {0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7FF8000000000123L)};
    for (int row = 0; row < ROWS; row++) {
      if (row % 9 == 0) {
        vector.putNull();
      } else {
        vector.putDouble(row % 4 == 0 ? rare[row / 4 % rare.length] : random.nextGaussian());
      }
    }
    assertGivenBack(vector);
    assertSelected(vector, () -> ColumnRange.ordered(random.nextGaussian()));
    assertSelected(vector, () -> ColumnRange.ordered(Double.NaN));
    assertSelected(vector, () -> ColumnRange.ordered(0.0));
  }

  @Test
  void decimalsOf128Bits() {
    ColumnVector vector = new ColumnVector(SqlType.decimal(38, 2));
    for (int row = 0; row < ROWS; row++) {
      vector.putDecimal128(row % 3 == 0 ? -1 : random.nextLong(), random.nextLong());
    }
    assertGivenBack(vector);
  }

  @Test
  void textsThatRepeatAndTextsThatDoNot() {
    for (int different : new int[] {1, 3, 200, 300, 5_000}) {
      for (int length : new int[] {0, 1, 30}) {
        ColumnVector vector = new ColumnVector(SqlType.BINARY);
        for (int row = 0; row < ROWS; row++) {
          byte[] text =
              (random.nextInt(different) + "x".repeat(length)).getBytes(StandardCharsets.UTF_8);
          if (random.nextInt(20) == 0) {
            vector.putNull();
          } else {
            vector.putBytes(text, 0, random.nextInt(20) == 0 ? 0 : text.length);
          }
        }
        assertGivenBack(vector);
      }
    }
  }

  /** Short texts are compared as numbers, others by their ends first. */
  @Test
  void textsOfAnyBytes() {
    for (int length = 0; length <= 20; length++) {
      ColumnVector vector = new ColumnVector(SqlType.BINARY);
      for (int row = 0; row < ROWS; row++) {
        byte[] text = new byte[length + random.nextInt(2)];
        for (int i = 0; i < Math.min(2, text.length); i++) {
          text[random.nextInt(text.length)] = (byte) (random.nextInt(3) - 1);
        }
        vector.putBytes(text, 0, text.length);
      }
      assertGivenBack(vector);
    }
  }

  @Test
  void textsThatRepeatTakeAByteEach() {
    ColumnVector vector = new ColumnVector(SqlType.BINARY);
    for (int row = 0; row < ROWS; row++) {
      byte[] text = "DELIVER IN PERSON".getBytes(StandardCharsets.UTF_8);
      vector.putBytes(text, 0, row % 2 == 0 ? text.length : 7);
    }
    assertTrue(new StretchValues(vector, ROWS, NONE).heldBytes() < 2 * ROWS);
  }

  @Test
  void shortTextsThatRepeatAreGivenAsPlaces() {
    ColumnVector vector = new ColumnVector(SqlType.BINARY);
    for (int row = 0; row < ROWS; row++) {
      vector.putBytes(new byte[] {(byte) (row % 3)}, 0, 1);
    }
    StretchValues values = new StretchValues(vector, ROWS, NONE);
    ColumnVector given = new ColumnVector(SqlType.BINARY);
    values.appendTo(given, 0, 5);
    values.appendTo(given, new int[] {7, 9}, 2);
    assertNotNull(given.listed());
    assertEquals(list(vector, new int[] {0, 1, 2, 3, 4, 7, 9}), list(given));
  }

  @Test
  void gapsAreFoundInTheirOrder() {
    ColumnVector vector = new ColumnVector(SqlType.BIGINT);
    IntStream.range(0, ROWS).forEach(vector::putLong);
    BitSet gaps = new BitSet();
    gaps.set(5);
    gaps.set(900);
    StretchValues values = new StretchValues(vector, ROWS, gaps);
    gaps.clear();
    assertEquals(5, values.nextGap(0, ROWS));
    assertEquals(5, values.nextGap(5, ROWS));
    assertEquals(900, values.nextGap(6, ROWS));
    assertEquals(800, values.nextGap(6, 800));
    assertEquals(ROWS, values.nextGap(901, ROWS));
  }

  private void assertGivenBack(ColumnVector vector) {
    StretchValues values = new StretchValues(vector, ROWS, NONE);
    ColumnVector whole = new ColumnVector(vector.type());
    for (int from = 0; from < ROWS; ) {
      int count = Math.min(ROWS - from, 1 + random.nextInt(300));
      values.appendTo(whole, from, count);
      from += count;
    }
    assertEquals(list(vector, IntStream.range(0, ROWS).toArray()), list(whole));
    whole.reset();
    whole.putNull();
    values.appendTo(whole, 0, ROWS);
    assertEquals(
        list(vector, IntStream.range(0, ROWS).toArray()), list(whole).subList(1, ROWS + 1));
    int[] chosen = IntStream.range(0, ROWS).filter(row -> random.nextBoolean()).toArray();
    ColumnVector some = new ColumnVector(vector.type());
    values.appendTo(some, chosen, chosen.length);
    values.appendTo(some, chosen, 3);
    int[] twice = Arrays.copyOf(chosen, chosen.length + 3);
    System.arraycopy(chosen, 0, twice, chosen.length, 3);
    assertEquals(list(vector, twice), list(some));
  }

  private void assertSelected(ColumnVector vector, LongSupplier bounds) {
    StretchValues values = new StretchValues(vector, ROWS, NONE);
    for (int i = 0; i < 50; i++) {
      long one = bounds.getAsLong();
      long other = i % 5 == 0 ? one : bounds.getAsLong();
      ColumnRange range =
          i % 7 == 0
              ? ColumnRange.notNull(0)
              : new ColumnRange(0, Math.min(one, other), Math.max(one, other));
      int[] rows = IntStream.range(100, ROWS).toArray();
      int count = values.select(range, rows, rows.length);
      int[] expected =
          IntStream.range(100, ROWS)
              .filter(row -> !vector.nulls[row])
              .filter(row -> ordered(vector, row) >= range.min())
              .filter(row -> ordered(vector, row) <= range.max())
              .toArray();
      assertArrayEquals(expected, Arrays.copyOf(rows, count), range.toString());
    }
  }

  private static long ordered(ColumnVector vector, int row) {
    return vector.longs != null ? vector.longs[row] : ColumnRange.ordered(vector.doubles[row]);
  }

  private static List<String> list(ColumnVector vector) {
    return list(vector, IntStream.range(0, vector.size()).toArray());
  }

  private static List<String> list(ColumnVector vector, int[] rows) {
    List<String> texts = new ArrayList<>();
    for (int row : rows) {
      texts.add(vector.isNull(row) ? "NULL" : text(vector, row));
    }
    return texts;
  }

  private static String text(ColumnVector vector, int row) {
    vector.spellOut();
    return switch (vector.physical()) {
      case LONG -> Long.toString(vector.longs[row]);
      case DOUBLE -> Long.toString(Double.doubleToRawLongBits(vector.doubles[row]));
      case DECIMAL128 -> vector.highs[row] + " " + vector.longs[row];
      case BYTES ->
          new String(vector.data, vector.offsets[row], vector.length(row), StandardCharsets.UTF_8);
    };
  }
}
