package org.apache.spark.sql.hbase.codec.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestRowKeys {
  @Test
  void nothingLiesBetweenARowKeyAndTheOneAfterIt() {
    byte[] row = {'a', (byte) 0xFF};
    byte[] after = RowKeys.after(row);

    assertArrayEquals(new byte[] {'a', (byte) 0xFF, 0}, after);
    assertTrue(Arrays.compareUnsigned(row, after) < 0);
    for (byte[] other :
        List.of(
            new byte[] {'a', (byte) 0xFF, 0, 0},
            new byte[] {'a', (byte) 0xFF, 1},
            new byte[] {'b'})) {
      assertTrue(Arrays.compareUnsigned(after, other) < 0);
    }
  }

  @Test
  void bytesBehindTheRowKeyDoNotCount() {
    assertArrayEquals(new byte[] {'a', 0}, RowKeys.after(new byte[] {'a', 'b', 'c'}, 1));
    assertArrayEquals(new byte[] {0}, RowKeys.after(new byte[] {'a'}, 0));
  }
}
