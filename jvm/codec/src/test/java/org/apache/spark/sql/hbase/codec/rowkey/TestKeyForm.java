package org.apache.spark.sql.hbase.codec.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.hbase.codec.RecordingSink;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.apache.spark.sql.hbase.codec.types.ValueSink;
import org.junit.jupiter.api.Test;

class TestKeyForm {
  private static final KeyPart INT = new KeyPart(SqlType.INT, ValueEncoding.ORDERED, false);
  private static final KeyPart COMMA = part(SqlType.STRING, KeyForm.delimited(','));
  private static final KeyPart COUNTED = part(SqlType.STRING, KeyForm.LENGTH_PREFIXED);
  private static final KeyPart ESCAPED = part(SqlType.STRING, KeyForm.ESCAPED);
  private static final KeyPart REVERSED = part(SqlType.STRING, KeyForm.REVERSED);

  @Test
  void aValueThatHoldsItsDelimiterIsRefused() {
    RowKeyBuilder builder = new RowKeyCodec(List.of(INT, COMMA, INT)).newBuilder();
    builder.putLong(1);
    CodecException e = assertThrows(CodecException.class, () -> put("ab,c", builder));
    assertEquals(CodecException.Code.DELIMITER_IN_KEY, e.code());
    assertEquals(1, e.keyPart());
    assertEquals("2", e.values().get("position"));
  }

  @Test
  void theLastColumnNeedsNoDelimiterAndMayHoldIt() {
    RowKeyCodec codec = new RowKeyCodec(List.of(INT, COMMA));
    RowKeyBuilder builder = codec.newBuilder();
    builder.putLong(0);
    put("a,", builder);
    assertArrayEquals(HexFormat.of().parseHex("80000000612c"), builder.toByteArray());
    assertEquals(RowKeyCodec.PartEnd.END_OF_KEY, codec.endOf(1));
  }

  @Test
  void aLengthHoldsAnyByteAndIsWrittenForTheLastColumnToo() {
    RowKeyCodec codec = new RowKeyCodec(List.of(COUNTED, COUNTED));
    RowKeyBuilder builder = codec.newBuilder();
    put("a\0,", builder);
    put("", builder);
    assertArrayEquals(HexFormat.of().parseHex("000361002c0000"), builder.toByteArray());
    assertEquals(RowKeyCodec.PartEnd.LENGTH, codec.endOf(0));
  }

  @Test
  void valuesOfAnotherLengthThanTheColumnAreRefused() {
    RowKeyCodec codec = new RowKeyCodec(List.of(part(SqlType.STRING, KeyForm.fixed(3)), COMMA));
    assertEquals(RowKeyCodec.PartEnd.WIDTH, codec.endOf(0));
    assertEquals(3, codec.widthOf(0));
    for (String value : List.of("ab", "abcd", "")) {
      RowKeyBuilder builder = codec.newBuilder();
      CodecException e = assertThrows(CodecException.class, () -> put(value, builder));
      assertEquals(CodecException.Code.KEY_VALUE_LENGTH, e.code());
      assertEquals("3", e.values().get("expectedBytes"));
      assertEquals(0, e.keyPart());
    }
    for (int width : new int[] {0, -1, RowKeys.MAX_BYTES + 1}) {
      assertThrows(IllegalArgumentException.class, () -> KeyForm.fixed(width));
    }
    assertThrows(IllegalArgumentException.class, () -> new KeyForm(KeyForm.Kind.REVERSED, 0, 3));
    for (SqlType type : List.of(SqlType.INT, SqlType.decimal(30, 2))) {
      assertThrows(IllegalArgumentException.class, () -> part(type, KeyForm.fixed(4)));
    }
  }

  @Test
  void aLengthThatIsTooLargeIsRefused() {
    RowKeyCodec codec = new RowKeyCodec(List.of(COUNTED));
    for (String row : List.of("", "00", "000361", "ffff61")) {
      byte[] bytes = HexFormat.of().parseHex(row);
      CodecException e =
          assertThrows(
              CodecException.class,
              () -> codec.decode(bytes, 0, bytes.length, new ValueSink[] {null}));
      assertEquals(CodecException.Code.ROW_KEY_TOO_SHORT, e.code(), row);
    }
    RowKeyBuilder builder = codec.newBuilder();
    CodecException e = assertThrows(CodecException.class, () -> put("x".repeat(70_000), builder));
    assertEquals(CodecException.Code.ROW_KEY_TOO_LONG, e.code());
  }

  @Test
  void reversedBytesKeepTheirTerminator() {
    RowKeyCodec codec =
        new RowKeyCodec(List.of(REVERSED, part(SqlType.INT, KeyForm.REVERSED), REVERSED));
    RowKeyBuilder builder = codec.newBuilder();
    put("abc", builder);
    builder.putLong(1);
    put("xy", builder);
    byte[] row = builder.toByteArray();
    assertArrayEquals(HexFormat.of().parseHex("63626100010000807978"), row);
    RecordingSink[] sinks = {new RecordingSink(), null, new RecordingSink()};
    codec.decode(row, 0, row.length, sinks);
    assertEquals(new RecordingSink.Bytes(utf8("abc")), sinks[0].take());
    assertEquals(new RecordingSink.Bytes(utf8("xy")), sinks[2].take());
    CodecException e = assertThrows(CodecException.class, () -> put("a\0b", codec.newBuilder()));
    assertEquals(CodecException.Code.NUL_IN_STRING_KEY, e.code());
  }

  @Test
  void escapedValuesHoldAnyByteAndHaveAnEndInTheLastColumnToo() {
    RowKeyCodec codec = new RowKeyCodec(List.of(ESCAPED, ESCAPED));
    assertEquals(RowKeyCodec.PartEnd.TERMINATOR, codec.endOf(1));
    RowKeyBuilder builder = codec.newBuilder();
    put("\0a\0\0", builder);
    put("", builder);
    byte[] row = builder.toByteArray();
    assertArrayEquals(HexFormat.of().parseHex("00ff6100ff00ff00010001"), row);
    RecordingSink[] sinks = {new RecordingSink(), new RecordingSink()};
    codec.decode(row, 0, row.length, sinks);
    assertEquals(new RecordingSink.Bytes(utf8("\0a\0\0")), sinks[0].take());
    assertEquals(new RecordingSink.Bytes(utf8("")), sinks[1].take());
    assertEquals(9, codec.terminatedEnd(0, row, 0, row.length));
    assertEquals(row.length, codec.terminatedEnd(1, row, 9, row.length));
    // Passed over, as a column that no one asks for.
    codec.decode(row, 0, row.length, new ValueSink[] {null, null});
  }

  @Test
  void anEscapeThatThereIsNotIsRefused() {
    RowKeyCodec codec = new RowKeyCodec(List.of(ESCAPED));
    for (String row : List.of("6100", "61", "", "6100ff", "6100ff00")) {
      assertEquals(CodecException.Code.ROW_KEY_TOO_SHORT, refusal(codec, row), row);
    }
    for (String row : List.of("61000001", "61000201", "00ff00fe")) {
      assertEquals(CodecException.Code.CORRUPT_VALUE, refusal(codec, row), row);
    }
    assertEquals(CodecException.Code.ROW_KEY_TRAILING_BYTES, refusal(codec, "000100"));
    byte[] bytes = HexFormat.of().parseHex("61000201");
    assertEquals(-1, codec.terminatedEnd(0, bytes, 0, bytes.length));
  }

  @Test
  void anEscapedValueThatNoRowKeyCanHoldIsRefused() {
    RowKeyBuilder builder = new RowKeyCodec(List.of(ESCAPED)).newBuilder();
    CodecException e = assertThrows(CodecException.class, () -> put("x".repeat(70_000), builder));
    assertEquals(CodecException.Code.ROW_KEY_TOO_LONG, e.code());
    builder.reset();
    put("\0".repeat(20_000), builder);
    assertEquals(
        CodecException.Code.ROW_KEY_TOO_LONG,
        assertThrows(CodecException.class, builder::toByteArray).code());
  }

  private static CodecException.Code refusal(RowKeyCodec codec, String row) {
    byte[] bytes = HexFormat.of().parseHex(row);
    ValueSink[] sinks = {new RecordingSink()};
    return assertThrows(
            CodecException.class, () -> codec.decode(bytes, 0, bytes.length, sinks), row)
        .code();
  }

  @Test
  void formsThatCannotBeAreRefused() {
    assertRefused("has always 4 bytes", SqlType.INT, ValueEncoding.ORDERED, COMMA.form());
    assertRefused("has always 4 bytes", SqlType.INT, ValueEncoding.HBASE, COUNTED.form());
    assertRefused("any delimiter", SqlType.BINARY, ValueEncoding.ORDERED, COMMA.form());
    SqlType decimal = SqlType.decimal(9, 2);
    assertRefused("any delimiter", decimal, ValueEncoding.HBASE, COMMA.form());
    assertRefused("cannot be REVERSED", SqlType.DOUBLE, ValueEncoding.ORDERED, REVERSED.form());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> new KeyPart(SqlType.STRING, ValueEncoding.ORDERED, true, KeyForm.REVERSED))
            .getMessage();
    assertTrue(message.contains("must be PLAIN or ESCAPED"), message);
    assertRefused(
        "which is for STRING and BINARY", decimal, ValueEncoding.PHOENIX, KeyForm.ESCAPED);
    assertRefused("has always 4 bytes", SqlType.INT, ValueEncoding.ORDERED, KeyForm.ESCAPED);
    assertThrows(IllegalArgumentException.class, () -> KeyForm.delimited(256));
    assertThrows(IllegalArgumentException.class, () -> new KeyForm(KeyForm.Kind.REVERSED, ','));
    // Text of numbers has an end that is known by its delimiter or length only.
    new KeyPart(SqlType.INT, ValueEncoding.TEXT, false, KeyForm.delimited(';'));
    new KeyPart(decimal, ValueEncoding.HBASE, false, KeyForm.LENGTH_PREFIXED);
  }

  private static void assertRefused(
      String reason, SqlType type, ValueEncoding encoding, KeyForm form) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> new KeyPart(type, encoding, false, form))
            .getMessage();
    assertTrue(message.contains(reason), message);
  }

  private static KeyPart part(SqlType type, KeyForm form) {
    return new KeyPart(type, ValueEncoding.ORDERED, false, form);
  }

  private static void put(String text, RowKeyBuilder builder) {
    byte[] bytes = utf8(text);
    builder.putBytes(bytes, 0, bytes.length);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
