package org.apache.spark.sql.hbase.client.scan;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class TestSubPlanRequest {
  private static final byte[] NOTHING = new byte[0];

  @Test
  void rangesRunForwardAndEmptyRowsAreTheEndsOfTheTable() {
    assertDoesNotThrow(() -> request(new byte[] {1}, new byte[] {2}));
    assertDoesNotThrow(() -> request(new byte[] {1}, NOTHING));
    assertDoesNotThrow(() -> request(NOTHING, NOTHING));
    assertThrows(
        IllegalArgumentException.class, () -> request(new byte[] {(byte) 0x80}, new byte[] {0x7F}));
  }

  @Test
  void optionsChangeOneByOneAndRefuseWhatIsNotPositive() {
    ReaderOptions defaults = ReaderOptions.defaults();
    ReaderOptions changed =
        defaults
            .withMode(CoprocessorMode.REQUIRE)
            .withFetchSize(7)
            .withCacheBlocks(true)
            .withAttempts(3, 1, 2)
            .withMaxStateBytes(9)
            .withReadAhead(false)
            .withCustomFilter(false);
    assertEquals(
        new ReaderOptions(CoprocessorMode.REQUIRE, 7, true, 3, 1, 2, 9, false, false), changed);
    assertThrows(IllegalArgumentException.class, () -> defaults.withFetchSize(0));
    assertThrows(IllegalArgumentException.class, () -> defaults.withAttempts(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> defaults.withMaxStateBytes(0));
  }

  private static SubPlanRequest request(byte[] start, byte[] stop) {
    return new SubPlanRequest(
        TableName.valueOf("t"), NOTHING, start, stop, ReaderOptions.defaults());
  }
}
