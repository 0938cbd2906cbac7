package org.apache.spark.sql.hbase.coprocessor.direct.zones;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.hbase.engine.row.ColumnRange;
import org.apache.spark.sql.hbase.engine.row.StoredColumn;
import org.junit.jupiter.api.Test;

class TestZoneMaps {
  private static final StoredColumn COLUMN =
      new StoredColumn(bytes("price"), ByteString.EMPTY, ByteString.EMPTY);
  private static final ZoneMaps.Key<Zone> FILE = key("/hbase/t/r1/f/file1");

  @Test
  void aZoneHoldsItsFirstRowAndAllBeforeItsEnd() {
    ZoneMaps maps = new ZoneMaps(10_000);
    maps.add(FILE, zone("b", "d", 1, 5));
    maps.add(FILE, zone("f", null, 6, 9));

    assertNull(find(maps, FILE, row("a")));
    assertEquals(5, find(maps, FILE, row("b")).max());
    assertEquals(5, find(maps, FILE, row("czz")).max());
    assertNull(find(maps, FILE, row("d")));
    assertNull(find(maps, FILE, row("e")));
    assertEquals(9, find(maps, FILE, row("f")).max());
    assertEquals(9, find(maps, FILE, row("zzz")).max());
    assertNull(find(maps, key("/hbase/t/r1/f/file2"), row("b")));
    assertNull(
        find(
            maps,
            ZoneMaps.Key.ofValues(
                FILE.file(), new StoredColumn(bytes("price"), bytes("packed"), ByteString.EMPTY)),
            row("b")));
  }

  @Test
  void zonesThatShareARowWithAnotherAreNotAdded() {
    ZoneMaps maps = new ZoneMaps(10_000);
    maps.add(FILE, zone("d", "h", 1, 1));
    long held = maps.heldBytes();
    maps.add(FILE, zone("d", "h", 2, 2));
    maps.add(FILE, zone("a", "e", 2, 2));
    maps.add(FILE, zone("e", "f", 2, 2));
    maps.add(FILE, zone("g", null, 2, 2));
    maps.add(FILE, zone("a", null, 2, 2));
    assertEquals(held, maps.heldBytes());

    maps.add(FILE, zone("a", "d", 3, 3));
    maps.add(FILE, zone("h", "i", 4, 4));
    assertEquals(3, find(maps, FILE, row("c")).min());
    assertEquals(1, find(maps, FILE, row("d")).min());
    assertEquals(4, find(maps, FILE, row("h")).min());
  }

  @Test
  void aZoneIsRejectedOnlyIfNoValueOfItIsAccepted() {
    Zone zone = zone("a", "b", -3, 7);

    assertFalse(zone.isRejectedBy(new ColumnRange(0, 7, 7)));
    assertFalse(zone.isRejectedBy(new ColumnRange(0, Long.MIN_VALUE, -3)));
    assertFalse(zone.isRejectedBy(new ColumnRange(0, 0, 0)));
    assertFalse(zone.isRejectedBy(ColumnRange.notNull(0)));
    assertTrue(zone.isRejectedBy(new ColumnRange(0, 8, Long.MAX_VALUE)));
    assertTrue(zone.isRejectedBy(new ColumnRange(0, Long.MIN_VALUE, -4)));
  }

  @Test
  void aZoneWithoutValuesIsRejectedByEveryRange() {
    Zone zone = zone("a", "b", Long.MAX_VALUE, Long.MIN_VALUE);

    assertTrue(zone.isRejectedBy(ColumnRange.notNull(0)));
    assertTrue(zone.isRejectedBy(new ColumnRange(0, Long.MAX_VALUE, Long.MAX_VALUE)));
  }

  @Test
  void theColumnThatWasUsedLastStaysWhenMemoryIsFull() {
    ZoneMaps maps = new ZoneMaps(2_500);
    List<ZoneMaps.Key<Zone>> keys = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      keys.add(key("/hbase/t/r1/f/file" + i));
      maps.add(keys.get(i), zone("a", "b", i, i));
      assertNotNull(find(maps, keys.get(0), row("a")));
      assertTrue(maps.heldBytes() <= 2_500);
    }

    assertNull(find(maps, keys.get(1), row("a")));
    assertNotNull(find(maps, keys.get(19), row("a")));
  }

  @Test
  void oneColumnThatFillsAllMemoryKeepsWhatItHas() {
    ZoneMaps maps = new ZoneMaps(2_000);
    for (char first = 'a'; first < 'z'; first++) {
      maps.add(FILE, zone("" + first, "" + (char) (first + 1), first, first));
    }

    assertTrue(maps.heldBytes() <= 2_000);
    assertEquals('a', find(maps, FILE, row("a")).min());
    assertNull(find(maps, FILE, row("y")));
  }

  @Test
  void withoutMemoryNothingIsKept() {
    ZoneMaps maps = new ZoneMaps(0);
    maps.add(FILE, zone("a", "b", 1, 1));

    assertFalse(maps.isEnabled());
    assertNull(find(maps, FILE, row("a")));
    assertEquals(0, maps.heldBytes());
  }

  @Test
  void filesAndRegionsAreDroppedWithTheirMemory() {
    ZoneMaps maps = new ZoneMaps(100_000);
    for (String file : List.of("/t/r1/f/1", "/t/r1/f/2", "/t/r1/g/1", "/t/r2/f/1", "/t/r11/f/1")) {
      maps.add(key(file), zone("a", "b", 1, 1));
    }
    maps.dropFile(new Path("/t/r1/f/2"));
    assertNull(find(maps, key("/t/r1/f/2"), row("a")));
    assertNotNull(find(maps, key("/t/r1/f/1"), row("a")));

    maps.dropRegion("r1");
    assertNull(find(maps, key("/t/r1/g/1"), row("a")));
    assertNotNull(find(maps, key("/t/r2/f/1"), row("a")));
    assertNotNull(find(maps, key("/t/r11/f/1"), row("a")));

    maps.dropRegion("r2");
    maps.dropRegion("r11");
    assertEquals(0, maps.heldBytes());
  }

  @Test
  void manyThreadsAddAndFindAtOnce() {
    ZoneMaps maps = new ZoneMaps(20_000);
    CompletableFuture<?>[] threads = new CompletableFuture<?>[4];
    for (int thread = 0; thread < threads.length; thread++) {
      threads[thread] = CompletableFuture.runAsync(() -> addAndFind(maps));
    }
    CompletableFuture.allOf(threads).join();

    assertTrue(maps.heldBytes() <= 20_000);
    for (int file = 0; file < 10; file++) {
      maps.dropFile(new Path("/t/r/f/" + file));
    }
    assertEquals(0, maps.heldBytes());
  }

  private static void addAndFind(ZoneMaps maps) {
    for (int i = 0; i < 20_000; i++) {
      ZoneMaps.Key<Zone> key = key("/t/r/f/" + i % 10);
      String first = String.format("%03d", i / 10 % 100);
      maps.add(key, zone(first, first + "z", i / 10 % 100, i / 10 % 100));
      Zone found = find(maps, key, row(first + "a"));
      if (found != null) {
        assertEquals(i / 10 % 100, found.min());
      }
    }
  }

  private static Zone find(ZoneMaps maps, ZoneMaps.Key<Zone> key, byte[] row) {
    ZoneMap<Zone> map = maps.find(key);
    return map == null ? null : map.at(row);
  }

  private static Zone zone(String first, String end, long min, long max) {
    return new Zone(row(first), end == null ? null : row(end), min, max, 1);
  }

  private static ZoneMaps.Key<Zone> key(String file) {
    return ZoneMaps.Key.ofValues(file, COLUMN);
  }

  private static byte[] row(String row) {
    return row.getBytes(StandardCharsets.US_ASCII);
  }

  private static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }
}
