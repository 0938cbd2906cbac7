package org.apache.spark.sql.hbase.coprocessor.split;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.spark.sql.hbase.coprocessor.split.FileSample.Stretch;
import org.junit.jupiter.api.Test;

class TestSplitPointKeys {
  private static final RegionInfo ALL = region(new byte[0], new byte[0]);

  private static RegionInfo region(byte[] start, byte[] end) {
    return RegionInfoBuilder.newBuilder(TableName.valueOf("t"))
        .setStartKey(start)
        .setEndKey(end)
        .build();
  }

  /** Stretches that begin at these one-byte rows, ten bytes each. */
  private static List<Stretch> stretches(int... rows) {
    List<Stretch> stretches = new ArrayList<>();
    for (int row : rows) {
      stretches.add(new Stretch(new byte[] {(byte) row}, 10));
    }
    return stretches;
  }

  private static List<Integer> choose(RegionInfo region, List<Stretch> stretches, int ranges) {
    return SplitPointKeys.choose(region, stretches, ranges).stream()
        .map(key -> key[0] & 0xFF)
        .toList();
  }

  @Test
  void rangesHoldTheSameNumberOfBytes() {
    List<Stretch> stretches = stretches(10, 20, 30, 40, 50, 60);
    assertEquals(List.of(), choose(ALL, stretches, 1));
    assertEquals(List.of(40), choose(ALL, stretches, 2));
    assertEquals(List.of(30, 50), choose(ALL, stretches, 3));
    assertEquals(List.of(20, 30, 40, 50, 60), choose(ALL, stretches, 6));
    assertEquals(List.of(20, 30, 40, 50, 60), choose(ALL, stretches, 100));
  }

  @Test
  void rangesThatDoNotComeOutEvenDifferByAStretch() {
    List<Stretch> many = new ArrayList<>();
    for (int row = 0; row < 52; row++) {
      many.add(new Stretch(new byte[] {(byte) row}, 10));
    }
    assertEquals(List.of(13, 26, 39), choose(ALL, many, 4));
    assertEquals(List.of(10, 21, 31, 42), choose(ALL, many, 5));
  }

  @Test
  void nothingIsCutWhereNothingIsKnown() {
    assertEquals(List.of(), choose(ALL, List.of(), 7));
  }

  @Test
  void severalFilesAreMerged() {
    List<Stretch> stretches = stretches(10, 30, 50, 20, 40, 200);
    Collections.shuffle(stretches, new Random(1));
    assertEquals(List.of(30, 50), choose(ALL, stretches, 3));
  }

  @Test
  void keysAreInsideTheRegionAndAboveItsFirstRow() {
    RegionInfo region = region(new byte[] {20}, new byte[] {50});
    assertEquals(List.of(30, 40), choose(region, stretches(10, 20, 30, 40, 50, 60), 3));
  }

  @Test
  void aRowThatIsLargerThanARangeIsNotCut() {
    assertEquals(List.of(30), choose(ALL, stretches(10, 10, 10, 30, 30), 5));
  }
}
