package org.apache.spark.sql.hbase.engine.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestXxHash64 {
  @Test
  void hashesTheVectorsOfTheAlgorithm() {
    assertEquals(0xEF46DB3751D8E999L, hash("", 0));
    assertEquals(0xD24EC4F1A98C6E5BL, hash("a", 0));
    assertEquals(0x44BC2CF5AD770999L, hash("abc", 0));
  }

  @Test
  void hashesStringsAsSpark() {
    assertEquals(-7444071767201028348L, hash("", 42));
    assertEquals(-8582455328737087284L, hash("a", 42));
    assertEquals(-4294468057691064905L, hash("Spark", 42));
    assertEquals(
        6366812675201530211L,
        hash("0123456789abcdefghijklmnopqrstuvwxyz, and more than thirty-two bytes", 42));
  }

  @Test
  void numbersHashAsTheirLittleEndianBytes() {
    Random random = new Random(7);
    for (int i = 0; i < 1000; i++) {
      long value = random.nextLong();
      long seed = random.nextLong();
      byte[] bytes =
          ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
      assertEquals(XxHash64.hashBytes(bytes, 0, Long.BYTES, seed), XxHash64.hashLong(value, seed));
      assertEquals(
          XxHash64.hashBytes(bytes, 0, Integer.BYTES, seed), XxHash64.hashInt((int) value, seed));
    }
  }

  @Test
  void looksAtItsSliceOnly() {
    byte[] bytes = "..0123456789abcdefghijklmnopqrstuvwxyz..".getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length <= 36; length++) {
      String slice = new String(bytes, 2, length, StandardCharsets.UTF_8);
      assertEquals(hash(slice, 5), XxHash64.hashBytes(bytes, 2, length, 5));
    }
  }

  private static long hash(String value, long seed) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return XxHash64.hashBytes(bytes, 0, bytes.length, seed);
  }
}
