package org.apache.spark.sql.hbase.coprocessor.direct.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TestRowKeyList {
  @Test
  void keysOfAnyBytesAreFound() {
    Random random = new Random(20_261_128);
    for (int i = 0; i < 200; i++) {
      TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
      int count = 1 + random.nextInt(100);
      while (sorted.size() < count) {
        sorted.add(key(random));
      }
      List<byte[]> keys = new ArrayList<>(sorted);
      RowKeyList list = list(keys);
      assertEquals(count, list.count());
      for (int place = 0; place < count; place++) {
        assertArrayEquals(keys.get(place), new RowKeyCursor(list).copyKey(place));
        assertEquals(place, placeOf(keys.get(place), list, 0));
        assertEquals(place, placeOf(keys.get(place), list, random.nextInt(place + 1)));
      }
      for (int j = 0; j < 50; j++) {
        byte[] row = key(random);
        int place = sorted.headSet(row).size();
        assertEquals(place, placeOf(row, list, 0));
        assertEquals(place, placeOf(row, list, random.nextInt(place + 1)));
      }
      assertEquals(count, movedTo(list, count).place());
    }
  }

  /** Looks for a row from a place on, and has the keys around it read. */
  private static int placeOf(byte[] row, RowKeyList list, int from) {
    RowKeyCursor cursor = movedTo(list, from);
    assertEquals(from, cursor.place());
    cursor.seek(row, row.length);
    int place = cursor.place();
    assertEquals(place == list.count(), cursor.isAtEnd());
    assertTrue(cursor.isAtEnd() || cursor.compareTo(row, row.length) >= 0);
    if (place > 0) {
      byte[] before = cursor.copyKey(place - 1);
      assertArrayEquals(new RowKeyCursor(list).copyKey(place - 1), before);
      assertTrue(Arrays.compareUnsigned(before, row) < 0);
    }
    return place;
  }

  private static RowKeyCursor movedTo(RowKeyList list, int place) {
    RowKeyCursor cursor = new RowKeyCursor(list);
    cursor.moveTo(place);
    return cursor;
  }

  @Test
  void keysThatShareTheirBeginningsTakeFewBytes() {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      keys.add(String.format("customer-%08d", i).getBytes(StandardCharsets.UTF_8));
    }
    assertTrue(list(keys).heldBytes() < 6_000, "bytes: " + list(keys).heldBytes());
  }

  @Test
  void listsAreEqualIfTheirKeysAre() {
    List<byte[]> keys = List.of(new byte[] {1}, new byte[] {1, 2});
    assertEquals(list(keys), list(keys));
    assertEquals(list(keys).hashCode(), list(keys).hashCode());
    assertNotEquals(list(keys), list(keys.subList(0, 1)));
  }

  private static RowKeyList list(List<byte[]> keys) {
    RowKeyList.Builder builder = new RowKeyList.Builder();
    Random random = new Random(keys.size());
    for (byte[] key : keys) {
      // With other bytes around it, as in a block.
      int offset = random.nextInt(3);
      byte[] around = new byte[offset + key.length + random.nextInt(12)];
      random.nextBytes(around);
      System.arraycopy(key, 0, around, offset, key.length);
      builder.add(around, offset, key.length);
    }
    return builder.build();
  }

  private static byte[] key(Random random) {
    byte[] key = new byte[random.nextInt(50) == 0 ? 300 : 1 + random.nextInt(4)];
    if (random.nextInt(3) == 0) {
      // Most of it is shared, by whole words and by parts of one.
      key = new byte[1 + random.nextInt(40)];
      key[random.nextInt(key.length)] = (byte) random.nextInt(3);
      return key;
    }
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (random.nextInt(3) - 1);
    }
    return key;
  }
}
