package org.apache.spark.sql.hbase.engine.hash;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The golden filters are those that Spark 4.3 makes of 0, 1, -1, 42 and the smallest BIGINT. */
class TestBloomFilter {
  private static final String VERSION_1 =
      "00000001000000120000000219b6d92a6fd9e197e4da4d019f6cd49b";
  private static final String VERSION_2 =
      "00000002000000120000000700000002592af395d81d5941c1d9dc895dd4c4d9";

  @Test
  void containsWhatSparkPutIn() {
    for (String golden : List.of(VERSION_1, VERSION_2)) {
      BloomFilter filter = BloomFilter.parse(bytes(golden)).orElseThrow();
      assertEquals(
          List.of(-1L, 0L, 1L),
          LongStream.range(-40, 40).filter(filter::mightContain).boxed().toList());
      assertTrue(filter.mightContain(42));
      assertTrue(filter.mightContain(Long.MIN_VALUE));
      assertArrayEquals(bytes(golden), filter.toByteArray());
    }
  }

  @Test
  void bytesThatAreNoFilterAreRefused() {
    List.of(
            "",
            "00000001",
            "00000003" + VERSION_1.substring(8),
            "00000000" + VERSION_1.substring(8),
            "0000000100000000" + VERSION_1.substring(16),
            "00000001ffffffff" + VERSION_1.substring(16),
            "0000000100000081" + VERSION_1.substring(16),
            "000000010000000100000000",
            "0000000100000001ffffffff0000000000000000",
            "00000001000000017fffffff0000000000000000",
            VERSION_1.substring(0, VERSION_1.length() - 2),
            VERSION_1 + "00",
            VERSION_2 + "0000000000000000")
        .forEach(hex -> assertEquals(Optional.empty(), BloomFilter.parse(bytes(hex)), hex));
  }

  @Test
  void anyBytesAreAFilterOrNone() {
    Random random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = bytes(random.nextBoolean() ? VERSION_1 : VERSION_2);
      for (int change = random.nextInt(4); change >= 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(4);
      }
      byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length + 9));
      BloomFilter.parse(random.nextBoolean() ? cut : bytes)
          .ifPresent(filter -> filter.mightContain(random.nextLong()));
    }
  }

  @Test
  void aFoldedFilterContainsAllThatItDidAndIsSmall() {
    for (int version = 1; version <= 2; version++) {
      BloomFilter wide = BloomFilter.parse(filterOf(version, 1 << 14, 300)).orElseThrow();
      BloomFilter folded = wide.folded();
      assertTrue(folded.toByteArray().length <= wide.toByteArray().length / 16);
      assertArrayEquals(folded.toByteArray(), folded.folded().toByteArray());
      long passing = LongStream.range(0, 200_000).filter(folded::mightContain).count();
      assertTrue(
          LongStream.range(0, 200_000).filter(wide::mightContain).allMatch(folded::mightContain));
      assertTrue(passing < 300 + 2_000, passing + " values pass");
    }
  }

  @Test
  void tellsAboutHowManyValuesItHas() {
    for (int version = 1; version <= 2; version++) {
      for (int values : List.of(0, 100, 20_000)) {
        byte[] filter = filterOf(version, 1 << 12, values);
        long count = BloomFilter.parse(filter).orElseThrow().approximateCount();
        assertTrue(Math.abs(count - values) <= values / 50, count + " instead of " + values);
      }
    }
  }

  @Test
  void aDenseFilterOrOneOfAnOddSizeStaysAsItIs() {
    byte[] dense = filterOf(2, 1 << 10, 1 << 13);
    assertArrayEquals(dense, BloomFilter.parse(dense).orElseThrow().folded().toByteArray());
    byte[] odd = filterOf(1, 1001, 3);
    assertArrayEquals(odd, BloomFilter.parse(odd).orElseThrow().folded().toByteArray());
  }

  /** Makes a filter of the values from 0 on, with six hash functions. */
  private static byte[] filterOf(int version, int words, int values) {
    int headBytes = (2 + version) * Integer.BYTES;
    ByteBuffer bytes = ByteBuffer.allocate(headBytes + words * Long.BYTES);
    bytes.putInt(version).putInt(6);
    if (version == 2) {
      bytes.putInt(5);
    }
    bytes.putInt(words);
    long bits = (long) words * Long.SIZE;
    int seed = version == 2 ? 5 : 0;
    for (long value = 0; value < values; value++) {
      int high = Murmur3.hashLong(value, seed);
      int low = Murmur3.hashLong(value, high);
      long hash = version == 2 ? (long) high * Integer.MAX_VALUE : high;
      for (int i = 0; i < 6; i++) {
        hash = version == 2 ? hash + low : (int) (hash + low);
        long bit = (hash < 0 ? ~hash : hash) % bits;
        int at = headBytes + (int) (bit >>> 6) * Long.BYTES;
        bytes.putLong(at, bytes.getLong(at) | 1L << bit);
      }
    }
    return bytes.array();
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
