package org.apache.spark.sql.hbase.codec.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.hbase.codec.RecordingSink;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestRowKeyCodec {
  private static final KeyPart INT = new KeyPart(SqlType.INT, ValueEncoding.ORDERED, false);
  private static final KeyPart STRING = new KeyPart(SqlType.STRING, ValueEncoding.ORDERED, false);
  private static final KeyPart STRING_DESC =
      new KeyPart(SqlType.STRING, ValueEncoding.ORDERED, true);
  private static final KeyPart BINARY = new KeyPart(SqlType.BINARY, ValueEncoding.ORDERED, false);
  private static final KeyPart HBASE_DECIMAL =
      new KeyPart(SqlType.decimal(9, 2), ValueEncoding.HBASE, false);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void partsWithoutASinkArePassedOver(int wanted) {
    RowKeyCodec codec = new RowKeyCodec(List.of(INT, STRING, STRING_DESC, INT));
    byte[] row = hex("80000001 6100 9dff 80000002");
    RecordingSink[] sinks = new RecordingSink[4];
    sinks[wanted] = new RecordingSink();
    codec.decode(row, 0, row.length, sinks);
    Object[] expected = {1L, bytes("a"), bytes("b"), 2L};
    assertEquals(expected[wanted], sinks[wanted].take());
  }

  @Test
  void aKeyThatEndsInsideAColumnNamesThePart() {
    RowKeyCodec codec =
        new RowKeyCodec(List.of(INT, new KeyPart(SqlType.BIGINT, ValueEncoding.ORDERED, false)));
    byte[] row = new byte[9];
    CodecException e =
        assertThrows(
            CodecException.class, () -> codec.decode(row, 0, row.length, new ValueSink[2]));
    assertEquals(CodecException.Code.ROW_KEY_TOO_SHORT, e.code());
    assertEquals(1, e.keyPart());
    assertEquals("8", e.values().get("expectedBytes"));
    assertEquals("5", e.values().get("foundBytes"));
  }

  @Test
  void bytesBehindTheLastColumnAreRefused() {
    CodecException e =
        assertThrows(
            CodecException.class,
            () -> new RowKeyCodec(List.of(INT)).decode(new byte[6], 0, 6, new ValueSink[1]));
    assertEquals(CodecException.Code.ROW_KEY_TRAILING_BYTES, e.code());
    assertEquals(-1, e.keyPart());
    assertEquals("4", e.values().get("expectedBytes"));
    assertEquals("6", e.values().get("foundBytes"));
  }

  @Test
  void theRestOfTheArrayIsNotPartOfTheKey() {
    byte[] array = hex("61 00 80000001 ffff");
    CodecException e =
        assertThrows(
            CodecException.class,
            () -> new RowKeyCodec(List.of(STRING, INT)).decode(array, 0, 4, new ValueSink[2]));
    assertEquals(CodecException.Code.ROW_KEY_TOO_SHORT, e.code());
  }

  @Test
  void whatPhoenixLeavesOutIsEmpty() {
    KeyPart text = new KeyPart(SqlType.STRING, ValueEncoding.PHOENIX, false);
    RowKeyCodec codec = new RowKeyCodec(List.of(text, text, text));
    // The second form of each is what others write.
    for (String row : List.of("78", "7800", "780000")) {
      assertEquals(List.of(bytes("x"), bytes(""), bytes("")), values(codec, row));
    }
    for (String row : List.of("780079", "78007900")) {
      assertEquals(List.of(bytes("x"), bytes("y"), bytes("")), values(codec, row));
    }
    assertEquals(List.of(bytes("x"), bytes(""), bytes("z")), values(codec, "7800007a"));
  }

  @Test
  void onlyTextsOfPhoenixAreLeftOut() {
    KeyPart text = new KeyPart(SqlType.STRING, ValueEncoding.PHOENIX, false);
    KeyPart descending = new KeyPart(SqlType.STRING, ValueEncoding.PHOENIX, true);
    KeyPart decimal = new KeyPart(SqlType.decimal(9, 2), ValueEncoding.PHOENIX, false);
    KeyPart number = new KeyPart(SqlType.INT, ValueEncoding.PHOENIX, false);
    for (KeyPart last : List.of(descending, decimal, number, STRING)) {
      RowKeyCodec codec = new RowKeyCodec(List.of(text, last));
      CodecException e = assertThrows(CodecException.class, () -> values(codec, "78"));
      assertEquals(CodecException.Code.ROW_KEY_TOO_SHORT, e.code());
      // Conditions on the first column find it, where Phoenix can have written it.
      assertEquals(last == descending || last == decimal, codec.mayLackTerminator(0));
    }
    assertEquals(
        List.of(bytes("x"), bytes("")),
        values(new RowKeyCodec(List.of(descending, text)), "87ff"),
        "descending columns keep their terminator");
  }

  @Test
  void aNullInADescendingColumnOfPhoenixIsNoText() {
    KeyPart text = new KeyPart(SqlType.STRING, ValueEncoding.PHOENIX, false);
    KeyPart descending = new KeyPart(SqlType.STRING, ValueEncoding.PHOENIX, true);
    RowKeyCodec codec = new RowKeyCodec(List.of(text, descending, descending));
    byte[] row = hex("7800 00 86ff");
    // Also where it is passed over, since the next column would begin elsewhere.
    CodecException e =
        assertThrows(
            CodecException.class, () -> codec.decode(row, 0, row.length, new ValueSink[3]));
    assertEquals(CodecException.Code.CORRUPT_VALUE, e.code());
    assertEquals(1, e.keyPart());
  }

  private static List<Object> values(RowKeyCodec codec, String row) {
    RecordingSink[] sinks = new RecordingSink[codec.parts().size()];
    Arrays.setAll(sinks, i -> new RecordingSink());
    byte[] key = hex("ee" + row + "ee");
    codec.decode(key, 1, key.length - 2, sinks);
    return Arrays.stream(sinks).map(RecordingSink::take).toList();
  }

  @Test
  void nullIsRefused() {
    RowKeyBuilder builder = new RowKeyCodec(List.of(INT, STRING)).newBuilder();
    builder.putLong(1);
    CodecException e = assertThrows(CodecException.class, builder::putNull);
    assertEquals(CodecException.Code.NULL_IN_ROW_KEY, e.code());
    assertEquals(1, e.keyPart());
  }

  @Test
  void nulIsRefusedInAStringThatHasATerminatorOnly() {
    RowKeyBuilder first = new RowKeyCodec(List.of(STRING, INT)).newBuilder();
    byte[] nul = {'a', 0, 'b'};
    CodecException e = assertThrows(CodecException.class, () -> first.putBytes(nul, 0, nul.length));
    assertEquals(CodecException.Code.NUL_IN_STRING_KEY, e.code());
    assertEquals(0, e.keyPart());
    assertEquals("1", e.values().get("position"));

    RowKeyBuilder last = new RowKeyCodec(List.of(INT, STRING)).newBuilder();
    last.putLong(0);
    last.putBytes(nul, 0, nul.length);
    assertArrayEquals(hex("80000000 610062"), last.toByteArray());
  }

  @Test
  void valuesOutsideTheTypeNameThePart() {
    RowKeyBuilder builder = new RowKeyCodec(List.of(STRING, INT)).newBuilder();
    builder.putBytes(new byte[0], 0, 0);
    CodecException e = assertThrows(CodecException.class, () -> builder.putLong(1L << 31));
    assertEquals(CodecException.Code.VALUE_OUT_OF_RANGE, e.code());
    assertEquals(1, e.keyPart());
  }

  @Test
  void theLongestKeyIsHBases() {
    RowKeyBuilder builder = new RowKeyCodec(List.of(STRING)).newBuilder();
    builder.putBytes(new byte[Short.MAX_VALUE], 0, Short.MAX_VALUE);
    assertEquals(Short.MAX_VALUE, builder.toByteArray().length);
    builder.reset();
    builder.putBytes(new byte[Short.MAX_VALUE + 1], 0, Short.MAX_VALUE + 1);
    CodecException e = assertThrows(CodecException.class, builder::toByteArray);
    assertEquals(CodecException.Code.ROW_KEY_TOO_LONG, e.code());
    assertEquals("32768", e.values().get("foundBytes"));
  }

  @Test
  void aKeyWithoutBytesIsRefused() {
    RowKeyBuilder builder = new RowKeyCodec(List.of(STRING)).newBuilder();
    builder.putBytes(new byte[0], 0, 0);
    CodecException e = assertThrows(CodecException.class, builder::toByteArray);
    assertEquals(CodecException.Code.ROW_KEY_EMPTY, e.code());
  }

  @Test
  void minusZeroAndZeroAreOneKey() {
    for (ValueEncoding encoding :
        List.of(ValueEncoding.ORDERED, ValueEncoding.HBASE, ValueEncoding.TEXT)) {
      RowKeyBuilder builder =
          new RowKeyCodec(List.of(new KeyPart(SqlType.DOUBLE, encoding, false))).newBuilder();
      builder.putDouble(-0.0);
      byte[] minusZero = builder.toByteArray();
      builder.reset();
      builder.putDouble(0.0);
      assertArrayEquals(builder.toByteArray(), minusZero);
    }
  }

  @Test
  void theFirstPartsAloneAreAPrefix() {
    RowKeyBuilder builder = new RowKeyCodec(List.of(STRING, INT)).newBuilder();
    assertEquals(0, builder.toPrefix().length);
    builder.putBytes("ab".getBytes(StandardCharsets.UTF_8), 0, 2);
    assertArrayEquals(hex("616200"), builder.toPrefix());
  }

  @Test
  void tooManyOrTooFewValuesAreAMistakeOfTheCaller() {
    RowKeyBuilder builder = new RowKeyCodec(List.of(INT)).newBuilder();
    assertThrows(IllegalStateException.class, builder::toByteArray);
    builder.putLong(1);
    assertThrows(IllegalStateException.class, () -> builder.putLong(2));
  }

  @Test
  void partsWithoutAnEndMarkMustBeLast() {
    assertThrows(IllegalArgumentException.class, () -> new RowKeyCodec(List.of(BINARY, INT)));
    assertThrows(
        IllegalArgumentException.class, () -> new RowKeyCodec(List.of(HBASE_DECIMAL, INT)));
    assertEquals(2, new RowKeyCodec(List.of(INT, HBASE_DECIMAL)).parts().size());
    assertEquals(2, new RowKeyCodec(List.of(INT, BINARY)).parts().size());
  }

  @Test
  void aKeyHasAtLeastOnePart() {
    assertThrows(IllegalArgumentException.class, () -> new RowKeyCodec(List.of()));
  }

  @Test
  void partsWithoutAValueOrderCannotBeDescending() {
    String message = messageOf(() -> new KeyPart(SqlType.INT, ValueEncoding.HBASE, true));
    assertTrue(message.contains("must be ORDERED"), message);
    message = messageOf(() -> new KeyPart(SqlType.BINARY, ValueEncoding.ORDERED, true));
    assertTrue(message.contains("must be ESCAPED"), message);
    message = messageOf(() -> new KeyPart(SqlType.BINARY, ValueEncoding.TEXT, false));
    assertTrue(message.contains("use ORDERED or HBASE"), message);
  }

  private static String messageOf(Runnable call) {
    return assertThrows(IllegalArgumentException.class, call::run).getMessage();
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  private static RecordingSink.Bytes bytes(String text) {
    return new RecordingSink.Bytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
