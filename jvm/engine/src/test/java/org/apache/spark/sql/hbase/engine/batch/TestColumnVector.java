package org.apache.spark.sql.hbase.engine.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.junit.jupiter.api.Test;

class TestColumnVector {
  @Test
  void growsWhileValuesAreAppended() {
    ColumnVector longs = new ColumnVector(SqlType.BIGINT, 1);
    for (int i = 0; i < 1000; i++) {
      longs.putLong(i);
    }
    assertEquals(1000, longs.size());
    assertEquals(999, longs.longs[999]);
    assertFalse(longs.hasNulls);
  }

  @Test
  void keepsBytesBehindEachOtherWithEmptyAndNullValues() {
    ColumnVector strings = new ColumnVector(SqlType.STRING, 1);
    put(strings, "abc");
    put(strings, "");
    strings.putNull();
    put(strings, "d");
    assertEquals("abcd", new String(strings.data, 0, strings.dataLength(), StandardCharsets.UTF_8));
    assertArrayEquals(new int[] {0, 3, 3, 3, 4}, Arrays.copyOf(strings.offsets, 5));
    assertFalse(strings.isNull(1));
    assertTrue(strings.isNull(2));
  }

  @Test
  void takesShortAndLongBytesFromAnyPlaceOfAnArray() {
    byte[] source = "0123456789abcdefghij".getBytes(StandardCharsets.US_ASCII);
    ColumnVector strings = new ColumnVector(SqlType.STRING, 1);
    StringBuilder all = new StringBuilder();
    for (int from = 0; from <= source.length; from++) {
      for (int length = 0; length <= source.length - from; length++) {
        strings.putBytes(source, from, length);
        all.append(new String(source, from, length, StandardCharsets.US_ASCII));
        String held = new String(strings.data, 0, strings.dataLength(), StandardCharsets.US_ASCII);
        assertEquals(all.toString(), held);
      }
    }
  }

  @Test
  void placesInAListAreSpelledOut() {
    ColumnVector strings = new ColumnVector(SqlType.STRING, 1);
    ListedTexts texts = listed("R", "", "longer than a word", "AB");
    for (int round = 0; round < 2; round++) {
      addPlaces(strings, texts, 2, 0, 1, 3);
      strings.setNull(3);
      assertEquals(18, strings.length(0));
      assertTrue(strings.dataLength() >= 19);

      strings.spellOut();

      assertNull(strings.listed());
      assertEquals(List.of("longer than a word", "R", "", "NULL"), texts(strings));
      strings.reset();
    }
  }

  @Test
  void valuesBehindPlacesSpellThemOut() {
    ListedTexts texts = listed("R", "AB");
    List<Consumer<ColumnVector>> writers =
        List.of(
            vector -> put(vector, "x"),
            vector -> vector.appendEmptyUntil(4),
            vector -> vector.append(places(listed("x")), SelectedRows.all(1)));
    List<String> lasts = List.of("x", "", "x");
    for (int i = 0; i < lasts.size(); i++) {
      ColumnVector strings = new ColumnVector(SqlType.STRING, 1);
      addPlaces(strings, texts, 1, 0, 1);
      writers.get(i).accept(strings);
      assertEquals(List.of("AB", "R", "AB", lasts.get(i)), texts(strings));
    }
    ColumnVector strings = new ColumnVector(SqlType.STRING, 1);
    addPlaces(strings, texts, 1, 0, 1);
    strings.keep(1, new int[] {1}, 1);
    assertEquals(List.of("AB", "AB"), texts(strings));
  }

  @Test
  void valuesOfTheListAndNullsBehindPlacesArePlacesToo() {
    ColumnVector strings = new ColumnVector(SqlType.STRING, 1);
    ListedTexts texts = listed("R", "AB", "", "longer than a word");
    addPlaces(strings, texts, 1);
    List.of("AB", "longer than a word", "").forEach(text -> put(strings, text));
    strings.putNull();
    put(strings, "R");
    assertSame(texts, strings.listed());
    assertArrayEquals(new int[] {1, 1, 3, 2, 0, 0}, Arrays.copyOf(strings.places, 6));
    // Neither a beginning of one nor the end of one and the begin of the next.
    put(strings, "RA");
    assertNull(strings.listed());
    List<String> all = List.of("AB", "AB", "longer than a word", "", "NULL", "R", "RA");
    assertEquals(all, texts(strings));
  }

  @Test
  void aLongListIsNotSearched() {
    ColumnVector strings = new ColumnVector(SqlType.STRING, 1);
    String[] many = IntStream.range(0, 65).mapToObj(Integer::toString).toArray(String[]::new);
    addPlaces(strings, listed(many), 64);
    put(strings, "7");
    assertNull(strings.listed());
    assertEquals(List.of("64", "7"), texts(strings));
  }

  @Test
  void anotherListOrOneOfLongTextsIsRefused() {
    ColumnVector strings = new ColumnVector(SqlType.STRING, 1);
    ListedTexts texts = listed("R");
    assertFalse(strings.takesPlacesIn(listed("x".repeat(65))));
    addPlaces(strings, texts, 0, 0);
    assertFalse(strings.takesPlacesIn(listed("R")));
    assertTrue(strings.takesPlacesIn(texts));
    put(strings, "x");
    assertFalse(strings.takesPlacesIn(texts));
  }

  private static ListedTexts listed(String... texts) {
    int[] offsets = new int[texts.length + 1];
    for (int i = 0; i < texts.length; i++) {
      offsets[i + 1] = offsets[i] + texts[i].length();
    }
    return new ListedTexts(String.join("", texts).getBytes(StandardCharsets.US_ASCII), offsets);
  }

  private static ColumnVector places(ListedTexts texts) {
    ColumnVector vector = new ColumnVector(SqlType.STRING);
    addPlaces(vector, texts, 0);
    return vector;
  }

  private static void addPlaces(ColumnVector vector, ListedTexts texts, int... places) {
    assertTrue(vector.takesPlacesIn(texts));
    int at = vector.size();
    vector.ensureCapacity(at + places.length);
    System.arraycopy(places, 0, vector.places, at, places.length);
    vector.addRows(places.length);
  }

  private static List<String> texts(ColumnVector vector) {
    return IntStream.range(0, vector.size())
        .mapToObj(
            row ->
                vector.isNull(row)
                    ? "NULL"
                    : new String(
                        vector.data,
                        vector.offsets[row],
                        vector.length(row),
                        StandardCharsets.US_ASCII))
        .toList();
  }

  @Test
  void forgetsNullsOnReset() {
    ColumnVector longs = new ColumnVector(SqlType.BIGINT);
    longs.putNull();
    longs.reset();
    longs.putLong(7);
    assertFalse(longs.isNull(0));
    assertFalse(longs.hasNulls);
  }

  @Test
  void takesValuesInAnyOrderAfterItsSizeIsSet() {
    ColumnVector doubles = new ColumnVector(SqlType.DOUBLE, 1);
    doubles.setSize(40);
    doubles.setDouble(39, 1.5);
    doubles.setNull(3);
    assertEquals(1.5, doubles.doubles[39]);
    assertTrue(doubles.isNull(3));
  }

  @Test
  void fillsRowsThatWereNotSelectedWithEmptyBytes() {
    ColumnVector strings = new ColumnVector(SqlType.STRING, 1);
    strings.appendEmptyUntil(2);
    put(strings, "x");
    strings.appendEmptyUntil(4);
    assertEquals(4, strings.size());
    assertEquals(0, strings.length(1));
    assertEquals(1, strings.length(2));
    assertEquals(0, strings.length(3));
    assertFalse(strings.hasNulls);
  }

  @Test
  void appendsTheSelectedRowsOfEachKind() {
    SelectedRows rows = new SelectedRows(2);
    rows.add(0);
    rows.add(2);
    for (SqlType type :
        new SqlType[] {SqlType.INT, SqlType.DOUBLE, SqlType.decimal(38, 2), SqlType.STRING}) {
      ColumnVector source = new ColumnVector(type);
      fill(source);
      ColumnVector target = new ColumnVector(type, 1);
      target.append(source, rows);
      assertEquals(2, target.size());
      assertFalse(target.isNull(0));
      assertTrue(target.isNull(1));
    }
  }

  private static void fill(ColumnVector source) {
    switch (source.physical()) {
      case LONG -> source.putLong(5);
      case DOUBLE -> source.putDouble(5);
      case DECIMAL128 -> source.putDecimal128(1, 5);
      case BYTES -> put(source, "five");
    }
    source.putNull();
    source.putNull();
  }

  @Test
  void foretellsTheBytesThatAppendingAllocates() {
    ColumnVector source = new ColumnVector(SqlType.STRING);
    for (int i = 0; i < 100; i++) {
      put(source, "value " + i);
    }
    SelectedRows rows = SelectedRows.all(100);
    ColumnVector target = new ColumnVector(SqlType.STRING, 1);
    long grown = target.bytesToAppend(source, rows);
    target.append(source, rows);
    assertTrue(
        target.allocatedBytes() <= grown + Integer.BYTES, target.allocatedBytes() + " > " + grown);
    assertTrue(target.usedBytes() <= target.allocatedBytes());
  }

  @Test
  void dropsTheLastRows() {
    ColumnVector strings = new ColumnVector(SqlType.STRING);
    put(strings, "a");
    strings.putNull();
    strings.truncate(1);
    put(strings, "b");
    assertEquals(2, strings.size());
    assertFalse(strings.isNull(1));
    assertEquals(2, strings.dataLength());
  }

  private static void put(ColumnVector vector, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    vector.putBytes(bytes, 0, bytes.length);
  }
}
