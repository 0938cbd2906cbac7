package org.apache.spark.sql.hbase.client.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Result;
import org.apache.spark.sql.hbase.client.cluster.RegionSpan;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.junit.jupiter.api.Test;

class TestRegionSplitPoints {
  private static final RegionSpan MIDDLE = new RegionSpan(new byte[] {10}, new byte[] {50}, "h");

  private static Cell cell(byte[] family, byte[] qualifier, int value) {
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(new byte[] {10})
        .setFamily(family)
        .setQualifier(qualifier)
        .setType(Cell.Type.Put)
        .setValue(new byte[] {(byte) value})
        .build();
  }

  private static List<Integer> keys(RegionSpan region, int... values) {
    List<Cell> cells = new ArrayList<>();
    for (int value : values) {
      cells.add(cell(ScanAttributes.frameFamily(), ScanAttributes.splitPointQualifier(), value));
    }
    return numbers(RegionSplitPoints.keysOf(Result.create(cells), region));
  }

  private static List<Integer> numbers(List<byte[]> keys) {
    return keys.stream().map(key -> key[0] & 0xFF).toList();
  }

  @Test
  void keysInsideTheRegionAreTaken() {
    assertEquals(List.of(20, 30), keys(MIDDLE, 20, 30));
    assertEquals(List.of(), keys(MIDDLE));
  }

  @Test
  void keysThatWouldMakeEmptyOrOverlappingRangesAreNot() {
    assertEquals(List.of(20, 40), keys(MIDDLE, 5, 10, 20, 20, 15, 40, 50, 60));
  }

  @Test
  void theEndsOfATableAreOpen() {
    RegionSpan all = new RegionSpan(new byte[0], new byte[0], "h");
    assertEquals(List.of(0, 200, 255), keys(all, 0, 200, 255));
  }

  @Test
  void anOrdinaryRowHasNoKeys() {
    Result row = Result.create(List.of(cell(new byte[] {'f'}, new byte[] {'c'}, 20)));
    assertEquals(List.of(), numbers(RegionSplitPoints.keysOf(row, MIDDLE)));
    assertEquals(List.of(), numbers(RegionSplitPoints.keysOf(Result.EMPTY_RESULT, MIDDLE)));
  }
}
