package org.apache.spark.sql.hbase.codec.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.hbase.codec.RecordingSink;
import org.apache.spark.sql.hbase.codec.types.CodecException;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.codec.types.ValueEncoding;
import org.junit.jupiter.api.Test;

class TestKeyPrefix {
  private static final KeyPart INT = new KeyPart(SqlType.INT, ValueEncoding.ORDERED, false);
  private static final KeyPart STRING = new KeyPart(SqlType.STRING, ValueEncoding.ORDERED, false);

  @Test
  void aSaltIsTheHashModuloTheBuckets() {
    KeyPrefix salt = new KeyPrefix(KeyPrefix.Kind.SALT, 7, List.of(0));
    assertArrayEquals(new byte[] {(byte) (0xFFFFFFFFL % 7)}, salt.of(0xFFFFFFFFL));
    KeyPrefix most = new KeyPrefix(KeyPrefix.Kind.SALT, 256, List.of(0));
    assertArrayEquals(new byte[] {(byte) 0xEF}, most.of(0x89ABCDEFL));
  }

  @Test
  void aHashIsItsMostSignificantBytes() {
    for (int bytes = 1; bytes <= 4; bytes++) {
      KeyPrefix hash = new KeyPrefix(KeyPrefix.Kind.HASH, bytes, List.of(0));
      byte[] expected = Arrays.copyOf(HexFormat.of().parseHex("89abcdef"), bytes);
      assertArrayEquals(expected, hash.of(0x89ABCDEFL));
    }
  }

  @Test
  void theHashDependsOnTheValuesOnly() {
    KeyPrefix salt = new KeyPrefix(KeyPrefix.Kind.SALT, 256, List.of(1));
    KeyPart descending = new KeyPart(SqlType.STRING, ValueEncoding.ORDERED, true);
    byte[] last = key(new RowKeyCodec(List.of(INT, STRING), Optional.of(salt)), 1, "ab");
    byte[] inverted = key(new RowKeyCodec(List.of(INT, descending), Optional.of(salt)), 2, "ab");
    assertEquals(last[0], inverted[0]);
  }

  @Test
  void everyBucketGetsAboutAsManyRows() {
    int buckets = 16;
    KeyPrefix salt = new KeyPrefix(KeyPrefix.Kind.SALT, buckets, List.of(0));
    for (KeyPart part : List.of(INT, STRING)) {
      RowKeyBuilder builder = new RowKeyCodec(List.of(part), Optional.of(salt)).newBuilder();
      int[] rows = new int[buckets];
      for (int i = 0; i < buckets * 1000; i++) {
        builder.reset();
        if (part.equals(INT)) {
          builder.putLong(i);
        } else {
          byte[] text = ("user" + i).getBytes(StandardCharsets.UTF_8);
          builder.putBytes(text, 0, text.length);
        }
        rows[builder.toByteArray()[0]]++;
      }
      assertTrue(Arrays.stream(rows).allMatch(n -> n > 850 && n < 1150), Arrays.toString(rows));
    }
  }

  @Test
  void zerosAndNansOfEitherFormAreOneBucket() {
    KeyHash hash = new KeyHash(List.of(SqlType.DOUBLE));
    assertEquals(hashOf(hash, 0.0), hashOf(hash, -0.0));
    assertEquals(
        hashOf(hash, Double.NaN), hashOf(hash, Double.longBitsToDouble(0xFFF8_0000_0000_0001L)));
    hash.reset();
    assertFalse(hash.isComplete());
    assertThrows(IllegalStateException.class, hash::value);
  }

  private static long hashOf(KeyHash hash, double value) {
    hash.reset();
    hash.putDouble(value);
    return hash.value();
  }

  @Test
  void aPrefixOfTheKeyNeedsTheColumnsOfTheHash() {
    KeyPrefix salt = new KeyPrefix(KeyPrefix.Kind.SALT, 8, List.of(0));
    RowKeyBuilder builder = new RowKeyCodec(List.of(INT, STRING), Optional.of(salt)).newBuilder();
    assertThrows(IllegalStateException.class, builder::toPrefix);
    builder.putLong(2);
    assertArrayEquals(HexFormat.of().parseHex("0380000002"), builder.toPrefix());
  }

  @Test
  void onePartIsReadAsItWasWritten() {
    RowKeyCodec codec = new RowKeyCodec(List.of(STRING, INT));
    RecordingSink sink = new RecordingSink();
    codec.decodePart(1, HexFormat.of().parseHex("80000007"), sink);
    assertEquals(7L, sink.take());
    CodecException e =
        assertThrows(
            CodecException.class, () -> codec.decodePart(0, new byte[] {'a', 0, 'b'}, sink));
    assertEquals(CodecException.Code.ROW_KEY_TRAILING_BYTES, e.code());
  }

  @Test
  void prefixesThatCannotBeAreRefused() {
    assertRefused("1 to 256 buckets", () -> prefix(KeyPrefix.Kind.SALT, 0, 0));
    assertRefused("1 to 256 buckets", () -> prefix(KeyPrefix.Kind.SALT, 257, 0));
    assertRefused("1 to 4 bytes", () -> prefix(KeyPrefix.Kind.HASH, 5, 0));
    assertRefused("at least one", () -> prefix(KeyPrefix.Kind.HASH, 4));
    assertRefused("row-key order", () -> prefix(KeyPrefix.Kind.HASH, 4, 1, 0));
    assertRefused("row-key order", () -> prefix(KeyPrefix.Kind.HASH, 4, 1, 1));
    assertRefused(
        "which has 1",
        () -> new RowKeyCodec(List.of(INT), Optional.of(prefix(KeyPrefix.Kind.SALT, 2, 1))));
  }

  private static KeyPrefix prefix(KeyPrefix.Kind kind, int size, Integer... parts) {
    return new KeyPrefix(kind, size, List.of(parts));
  }

  private static void assertRefused(String reason, Runnable action) {
    String message = assertThrows(IllegalArgumentException.class, action::run).getMessage();
    assertTrue(message.contains(reason), message);
  }

  private static byte[] key(RowKeyCodec codec, int number, String text) {
    RowKeyBuilder builder = codec.newBuilder();
    builder.putLong(number);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    builder.putBytes(bytes, 0, bytes.length);
    return builder.toByteArray();
  }
}
