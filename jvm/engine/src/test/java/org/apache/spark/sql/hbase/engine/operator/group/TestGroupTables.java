package org.apache.spark.sql.hbase.engine.operator.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.engine.batch.ColumnVector;
import org.apache.spark.sql.hbase.engine.batch.ListedTexts;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.operator.OutputColumns;
import org.apache.spark.sql.hbase.testkit.FixtureValues;
import org.apache.spark.sql.hbase.testkit.ResultRows;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.junit.jupiter.api.Test;

class TestGroupTables {
  @Test
  void oneLongIsGroupedByValueAndNullIsAGroup() {
    LongKeyTable table = new LongKeyTable();
    assertArrayEquals(
        new int[] {0, 1, 0, 2, 1, 3},
        assign(table, List.of(SqlType.BIGINT), column(7, null, 7, 0, null, -7)));
    assertEquals(
        List.of(row(7L), row((Object) null), row(0L), row(-7L)),
        keys(table, List.of(SqlType.BIGINT)));
  }

  @Test
  void nanIsOneGroupAndZerosOfBothSignsAreAnother() {
    EncodedKeyTable table = new EncodedKeyTable(List.of(SqlType.DOUBLE));
    double otherNan = Double.longBitsToDouble(0x7FF8000000000001L);
    assertArrayEquals(
        new int[] {0, 0, 1, 1, 2},
        assign(table, List.of(SqlType.DOUBLE), column(-0.0, 0.0, Double.NaN, otherNan, 1.0)));
    assertEquals(
        List.of(row(0.0), row(Double.NaN), row(1.0)), keys(table, List.of(SqlType.DOUBLE)));
  }

  @Test
  void severalKeysAreGroupedTogetherWhateverTheirTypes() {
    List<SqlType> types =
        List.of(SqlType.STRING, SqlType.STRING, SqlType.decimal(38, 0), SqlType.DATE);
    EncodedKeyTable table = new EncodedKeyTable(types);
    int[] groups =
        assign(
            table,
            types,
            column("a", "ab", "", null, "a"),
            column("bc", "c", "abc", "abc", "bc"),
            column(1, 1, 1, 1, 1),
            column(2, 2, null, 2, 2));
    assertArrayEquals(new int[] {0, 1, 2, 3, 0}, groups);
    assertEquals("ab", keys(table, types).get(1).get(0));
    assertEquals(null, keys(table, types).get(3).get(0));
  }

  @Test
  void withoutKeysThereIsOneGroupOnceThereIsARow() {
    SingleGroup table = new SingleGroup();
    table.assign(new ColumnVector[0], new SelectedRows(1), new int[1]);
    assertEquals(0, table.groupCount());
    table.assign(new ColumnVector[0], SelectedRows.all(3), new int[3]);
    assertEquals(1, table.groupCount());
  }

  @Test
  void passingThroughMakesAGroupOfEveryRow() {
    List<SqlType> types = List.of(SqlType.STRING);
    PassThroughTable table = new PassThroughTable(types);
    assertArrayEquals(new int[] {0, 1, 2}, assign(table, types, column("a", "a", null)));
    assertEquals(List.of(row("a"), row("a"), row((Object) null)), keys(table, types));
  }

  @Test
  void passingThroughAgainKeepsTheRoomAndNothingElse() {
    List<SqlType> types = List.of(SqlType.BIGINT);
    PassThroughTable table = new PassThroughTable(types);
    assign(table, types, column(1, null, 3));
    long bytes = table.keyBytes();
    assertTrue(table.restart());
    assertEquals(0, table.groupCount());
    assertArrayEquals(new int[] {0, 1}, assign(table, types, column(7, 8)));
    assertEquals(List.of(row(7L), row(8L)), keys(table, types));
    assertEquals(bytes, table.keyBytes());
  }

  @Test
  void passedThroughZerosAndNansAreTheOnesOfGroups() {
    List<SqlType> types = List.of(SqlType.DOUBLE);
    PassThroughTable table = new PassThroughTable(types);
    double otherNan = Double.longBitsToDouble(0x7FF8000000000001L);
    assign(table, types, column(-0.0, otherNan, null));
    assertEquals(List.of(row(0.0), row(Double.NaN), row((Object) null)), keys(table, types));
    ColumnVector out = new ColumnVector(SqlType.DOUBLE);
    table.keys(new ColumnVector[] {out});
    assertEquals(0L, Double.doubleToRawLongBits(out.doubles[0]));
    assertEquals(
        Double.doubleToRawLongBits(Double.NaN), Double.doubleToRawLongBits(out.doubles[1]));
  }

  @Test
  void fewPossibleKeysAreLookedUpDirectly() {
    List<SqlType> types = List.of(SqlType.STRING, SqlType.BINARY, SqlType.BOOLEAN);
    DirectKeyTable table = new DirectKeyTable(types);
    int[] groups =
        assign(
            table,
            types,
            column("A", "A", "", null, "A", "\0", "\u007f"),
            column("F", "F", "F", "F", "", "F", null),
            column(true, true, true, true, true, false, null));
    assertArrayEquals(new int[] {0, 0, 1, 2, 3, 4, 5}, groups);
    List<List<Object>> keys = keys(table, types);
    assertEquals(Arrays.asList("A", List.of((byte) 'F'), true), keys.get(0));
    assertEquals(Arrays.asList("", List.of((byte) 'F'), true), keys.get(1));
    assertEquals(Arrays.asList(null, List.of((byte) 'F'), true), keys.get(2));
    assertEquals(Arrays.asList("A", List.of(), true), keys.get(3));
    assertEquals(Arrays.asList("\0", List.of((byte) 'F'), false), keys.get(4));
    assertEquals(Arrays.asList("\u007f", null, null), keys.get(5));
  }

  @Test
  void everyTinyIntIsAKey() {
    List<SqlType> types = List.of(SqlType.TINYINT);
    Object[] values = new Object[257];
    for (int i = 0; i < 256; i++) {
      values[i] = i - 128;
    }
    DirectKeyTable table = new DirectKeyTable(types);
    int[] groups = assign(table, types, values);
    for (int i = 0; i <= 256; i++) {
      assertEquals(i, groups[i]);
      assertEquals(i == 256 ? null : (Object) (i - 128L), keys(table, types).get(i).get(0));
    }
    assertEquals(0, table.maxNewGroups(5));
  }

  @Test
  void textsIntegersAndNullsHaveDictionaries() {
    List<SqlType> types = List.of(SqlType.STRING, SqlType.DATE);
    DirectKeyTable table = new DirectKeyTable(types);
    int[] groups =
        assign(
            table,
            types,
            column("AIR", "AIR", "AIR REG", null, "é", "AIR", "", "AIR REG"),
            column(-1, -1, -1, -1, 20_000, null, 0, -1));
    assertArrayEquals(new int[] {0, 0, 1, 2, 3, 4, 5, 1}, groups);
    List<List<Object>> keys = keys(table, types);
    assertEquals(Arrays.asList("AIR REG", -1L), keys.get(1));
    assertEquals(Arrays.asList(null, -1L), keys.get(2));
    assertEquals(Arrays.asList("é", 20_000L), keys.get(3));
    assertEquals(Arrays.asList("AIR", null), keys.get(4));
    assertEquals(Arrays.asList("", 0L), keys.get(5));
  }

  @Test
  void placesInListsAreTheKeysThatTheyStandFor() {
    List<SqlType> types = List.of(SqlType.STRING);
    DirectKeyTable table = new DirectKeyTable(types);
    assertTrue(table.takesPlaces());
    assertArrayEquals(new int[] {0, 1}, assign(table, types, column("R", "LONGER")));
    ListedTexts one = new ListedTexts("ALONGERR".getBytes(UTF_8), new int[] {0, 1, 7, 8});
    ListedTexts other = new ListedTexts("RALONGER".getBytes(UTF_8), new int[] {0, 1, 2, 8});
    for (int round = 0; round < 2; round++) {
      assertArrayEquals(new int[] {2, 1, 0, 3}, assign(table, placesAndNull(one, 0, 1, 2)));
      assertArrayEquals(new int[] {0, 2, 1, 3}, assign(table, placesAndNull(other, 0, 1, 2)));
    }
    assertEquals(
        List.of(row("R"), row("LONGER"), row("A"), row((Object) null)), keys(table, types));
  }

  private static ColumnVector[] placesAndNull(ListedTexts texts, int... places) {
    ColumnVector vector = new ColumnVector(SqlType.STRING);
    assertTrue(vector.takesPlacesIn(texts));
    vector.ensureCapacity(places.length + 1);
    System.arraycopy(places, 0, vector.places, 0, places.length);
    vector.addRows(places.length + 1);
    vector.setNull(places.length);
    return new ColumnVector[] {vector};
  }

  @Test
  void textsThatBeginAlikeAreDifferentKeys() {
    String[] texts = {
      "\0",
      "\0\0",
      "a",
      "a\0",
      "12345678",
      "12345678\0",
      "123456789",
      "12345678901234567",
      "x".repeat(64)
    };
    List<SqlType> types = List.of(SqlType.STRING);
    DirectKeyTable table = new DirectKeyTable(types);
    for (int repeat = 0; repeat < 2; repeat++) {
      int[] groups = assign(table, types, texts);
      for (int i = 0; i < texts.length; i++) {
        assertEquals(i, groups[i]);
        assertEquals(texts[i], keys(table, types).get(i).get(0));
      }
    }
  }

  @Test
  void longTextsAndMoreValuesThanADictionaryHoldsAreNotAccepted() {
    List<SqlType> types = List.of(SqlType.STRING);
    assertFalse(accepts(new DirectKeyTable(types), types, column("x".repeat(65))));
    assertDictionaryHolds(1023, SqlType.STRING, i -> "value " + i);
    assertDictionaryHolds(127, SqlType.INT, i -> i, SqlType.STRING);
  }

  private static void assertDictionaryHolds(
      int count, SqlType type, IntFunction<Object> value, SqlType... others) {
    List<SqlType> types = new ArrayList<>(List.of(type));
    types.addAll(List.of(others));
    DirectKeyTable table = new DirectKeyTable(types);
    Object[][] columns = new Object[types.size()][count];
    for (int i = 0; i < count; i++) {
      columns[0][i] = value.apply(i);
    }
    assertTrue(accepts(table, types, columns));
    assertTrue(accepts(table, types, columns));
    columns[0][0] = value.apply(count);
    assertFalse(accepts(table, types, columns));
  }

  @Test
  void onlyKeysThatMayBeFewAreSupported() {
    assertTrue(DirectKeyTable.supports(List.of(SqlType.STRING, SqlType.STRING, SqlType.STRING)));
    assertTrue(DirectKeyTable.supports(List.of(SqlType.TINYINT, SqlType.STRING)));
    assertTrue(DirectKeyTable.supports(List.of(SqlType.STRING, SqlType.INT)));
    assertTrue(DirectKeyTable.supports(List.of(SqlType.BOOLEAN)));
    assertFalse(DirectKeyTable.supports(List.of()));
    assertFalse(DirectKeyTable.supports(List.of(SqlType.BIGINT)));
    assertFalse(DirectKeyTable.supports(List.of(SqlType.STRING, SqlType.DOUBLE)));
    assertFalse(DirectKeyTable.supports(List.of(SqlType.TINYINT, SqlType.TINYINT)));
    assertFalse(DirectKeyTable.supports(Collections.nCopies(4, SqlType.STRING)));
    assertFalse(DirectKeyTable.supports(Collections.nCopies(100, SqlType.BOOLEAN)));
  }

  @Test
  void orderedKeysMakeAGroupOfEachRun() {
    List<SqlType> types =
        List.of(SqlType.STRING, SqlType.DOUBLE, SqlType.decimal(38, 0), SqlType.BIGINT);
    OrderedKeyTable table = new OrderedKeyTable(types);
    int[] groups =
        assign(
            table,
            types,
            column("a", "a", "b", "b", "b", "b", null, null, "b"),
            column(0.0, -0.0, 0.0, Double.NaN, Double.NaN, 1.0, 1.0, 1.0, 1.0),
            column(1, 1, 1, 1, 1, 1, 1, 1, 1),
            column(1, 1, 1, 1, null, null, null, null, null));
    assertArrayEquals(new int[] {0, 0, 1, 2, 3, 4, 5, 5, 6}, groups);
    assertArrayEquals(
        new int[] {6, 7},
        assign(table, types, column("b", "c"), column(1.0, 1.0), column(1, 1), column(null, 1)));
    assertEquals(8, table.groupCount());
    assertEquals(Arrays.asList("a", 0.0, BigInteger.ONE, 1L), keys(table, types).get(0));
    assertEquals(Arrays.asList(null, 1.0, BigInteger.ONE, null), keys(table, types).get(5));
  }

  @Test
  void orderedKeysDifferInAnyWordOfADecimal() {
    List<SqlType> types = List.of(SqlType.decimal(38, 0));
    BigInteger high = BigInteger.ONE.shiftLeft(64);
    assertArrayEquals(
        new int[] {0, 1, 2, 2},
        assign(
            new OrderedKeyTable(types),
            types,
            column(BigInteger.ZERO, high, high.add(BigInteger.ONE), high.add(BigInteger.ONE))));
  }

  @Test
  void manyGroupsAreTheSameAsInAMap() {
    for (List<SqlType> types :
        List.of(List.of(SqlType.BIGINT), List.of(SqlType.BIGINT, SqlType.STRING))) {
      assertSameAsInAMap(
          types, types.size() == 1 ? new LongKeyTable() : new EncodedKeyTable(types), 2000);
      assertSameAsInAMap(types, new DirectKeyTable(types), 100);
    }
  }

  private static void assertSameAsInAMap(List<SqlType> types, GroupTable table, int values) {
    Map<List<Object>, Integer> expected = new HashMap<>();
    Random random = new Random(types.size());
    for (int batch = 0; batch < 60; batch++) {
      Object[][] columns = new Object[types.size()][100];
      for (int i = 0; i < 100; i++) {
        long key = (long) random.nextInt(values) << 32;
        columns[0][i] = key;
        if (types.size() == 2) {
          columns[1][i] = random.nextInt(10) == 0 ? null : "s" + random.nextInt(3);
        }
      }
      int[] groups = assign(table, types, columns);
      for (int i = 0; i < 100; i++) {
        List<Object> key = new ArrayList<>();
        for (Object[] column : columns) {
          key.add(column[i]);
        }
        assertEquals(groupOf(expected, key), groups[i]);
      }
    }
    assertEquals(expected.size(), table.groupCount());
    List<List<Object>> keys = keys(table, types);
    expected.forEach((key, group) -> assertEquals(key, keys.get(group)));
  }

  @Test
  void slotsAreAtMostHalfFull() {
    for (int capacity : new int[] {0, 1, 8, 9, 1000, 1024, 1025}) {
      HashSlots slots = new HashSlots();
      slots.resize(capacity);
      assertTrue(slots.groups.length >= 2 * capacity);
      assertEquals(slots.groups.length * 4L, HashSlots.bytes(capacity));
    }
  }

  private static boolean accepts(GroupTable table, List<SqlType> types, Object[]... columns) {
    return table.accepts(vectors(types, columns), SelectedRows.all(columns[0].length));
  }

  private static int groupOf(Map<List<Object>, Integer> groups, List<Object> key) {
    Integer known = groups.putIfAbsent(key, groups.size());
    return known == null ? groups.size() - 1 : known;
  }

  private static Object[] column(Object... values) {
    return values;
  }

  private static List<Object> row(Object value) {
    List<Object> row = new ArrayList<>();
    row.add(value);
    return row;
  }

  private static int[] assign(GroupTable table, List<SqlType> types, Object[]... columns) {
    return assign(table, vectors(types, columns));
  }

  private static int[] assign(GroupTable table, ColumnVector[] keys) {
    int rows = keys[0].size();
    SelectedRows all = SelectedRows.all(rows);
    assertTrue(table.accepts(keys, all));
    table.resize(table.groupCount() + table.maxNewGroups(rows), table.keyBytesFor(keys, all));
    int[] groups = new int[rows];
    table.assign(keys, all, groups);
    return groups;
  }

  private static ColumnVector[] vectors(List<SqlType> types, Object[][] columns) {
    ColumnVector[] vectors = new ColumnVector[columns.length];
    for (int c = 0; c < columns.length; c++) {
      vectors[c] = new ColumnVector(types.get(c));
      for (Object value : columns[c]) {
        FixtureValues.put(value, types.get(c), vectors[c]);
      }
    }
    return vectors;
  }

  private static List<List<Object>> keys(GroupTable table, List<SqlType> types) {
    ColumnVector[] out = types.stream().map(ColumnVector::new).toArray(ColumnVector[]::new);
    table.keys(out);
    List<ArrowColumn> columns = new ArrayList<>();
    OutputColumns.copy(out, columns);
    return ResultRows.of(columns, table.groupCount());
  }
}
