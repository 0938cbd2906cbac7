package org.apache.spark.sql.hbase.codec.chunk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.apache.spark.sql.hbase.codec.rowkey.RowKeys;
import org.junit.jupiter.api.Test;

class TestGroupKey {
  private static final HexFormat HEX = HexFormat.of();
  private static final int ROUNDS = 20_000;

  @Test
  void bordersBetweenHBaseRowsNeverPartAGroupAndRangesOfRowsAreRangesOfGroups() {
    Random random = new Random(7);
    for (int i = 0; i < ROUNDS; i++) {
      GroupKey groups = new GroupKey(1 + random.nextInt(24));
      byte[] rowKey = randomRow(random);
      byte[] border = randomRow(random);
      byte[] group = groups.of(rowKey);
      String message = groups + " " + HEX.formatHex(rowKey) + " " + HEX.formatHex(border);
      int order = Integer.signum(Arrays.compareUnsigned(rowKey, border));
      int orderOfGroups = Integer.signum(Arrays.compareUnsigned(group, groups.of(border)));
      assertTrue(orderOfGroups == 0 || orderOfGroups == order, message);
      assertTrue(groups.holds(group, rowKey, 0, rowKey.length), message);
      if (order < 0) {
        assertTrue(Arrays.compareUnsigned(group, groups.stopRow(border)) < 0, message);
      } else {
        assertTrue(Arrays.compareUnsigned(group, groups.of(border)) >= 0, message);
      }
    }
  }

  @Test
  void noGroupOutsideTheRangeIsWithinItsHBaseRows() {
    // Whole groups: the first group key behind is not read, though it is the stop row.
    assertArrayEquals(hex("0130"), new GroupKey(12).stopRow(hex("0130")));
    assertArrayEquals(hex("012000"), new GroupKey(12).stopRow(hex("012f")));
    assertArrayEquals(hex("01"), new GroupKey(12).stopRow(hex("01")));
  }

  @Test
  void theRowKeyIsTheWholeBytesOfItsGroupKeyAndItsRest() {
    Random random = new Random(11);
    for (int i = 0; i < ROUNDS; i++) {
      GroupKey groups = new GroupKey(1 + random.nextInt(24));
      byte[] rowKey = randomRow(random);
      byte[] group = groups.of(rowKey);
      byte[] rest = GroupCell.overlayQualifier(groups, rowKey);
      int whole = groups.restStart(group.length);
      byte[] rebuilt = Arrays.copyOf(group, whole + rest.length - 1);
      System.arraycopy(rest, 1, rebuilt, whole, rest.length - 1);
      assertArrayEquals(rowKey, rebuilt, groups + " " + HEX.formatHex(rowKey));
    }
  }

  @Test
  void aGroupKeyHasOneBitToAllOfTheLongestRowKey() {
    assertThrows(IllegalArgumentException.class, () -> new GroupKey(0));
    assertThrows(IllegalArgumentException.class, () -> new GroupKey(GroupKey.MAX_BITS + 1));
    byte[] longest = new byte[RowKeys.MAX_BYTES];
    assertEquals(longest.length, new GroupKey(GroupKey.MAX_BITS).of(longest).length);
  }

  /** Few different bytes, so that rows meet. */
  private static byte[] randomRow(Random random) {
    byte[] values = {0, 1, 0x10, 0x7f, (byte) 0x80, (byte) 0xf0, (byte) 0xff};
    byte[] row = new byte[1 + random.nextInt(4)];
    for (int i = 0; i < row.length; i++) {
      row[i] = values[random.nextInt(values.length)];
    }
    return row;
  }

  private static byte[] hex(String bytes) {
    return HEX.parseHex(bytes);
  }
}
