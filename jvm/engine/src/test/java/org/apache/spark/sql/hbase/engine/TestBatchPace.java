package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TestBatchPace {
  private static final long FAST = BatchPace.TARGET_NANOS / 2;

  @Test
  void whatComputesNothingBeginsWithWholeBatches() {
    assertPace(Long.MAX_VALUE, Long.MAX_VALUE, BatchPace.of(0));
  }

  @Test
  void theFirstBatchIsSmallerTheMoreIsComputed() {
    assertPace(64, 1024, BatchPace.of(1));
    assertPace(2, 1024, BatchPace.of(10_000));
    assertPace(1, 1024, BatchPace.of(50_000));
  }

  @Test
  void whileBatchesAreFastTheyGrowToTwiceWhatWasFast() {
    BatchPace pace = BatchPace.of(1);
    pace.worked(64, 600, FAST);
    assertPace(128, 1200, pace);
    // Few rows whose values were long: of short ones no more rows are known to be fast.
    pace.worked(10, 1200, FAST);
    assertPace(128, 2400, pace);
    pace.worked(128, 0, FAST);
    assertPace(256, 2400, pace);
  }

  @Test
  void afterASlowBatchTheyAreAsLargeAsThatShouldHaveBeen() {
    BatchPace pace = BatchPace.of(1);
    pace.worked(1000, 100_000, 4 * BatchPace.TARGET_NANOS);
    assertPace(250, 25_000, pace);
    pace.worked(250, 25_000, BatchPace.TARGET_NANOS);
    assertPace(250, 25_000, pace);
  }

  @Test
  void aBatchHasARowHoweverSlowItIs() {
    BatchPace pace = BatchPace.of(1);
    pace.worked(1, 1 << 20, 1000 * BatchPace.TARGET_NANOS);
    assertPace(1, 1048, pace);
    pace.worked(1, 10, 1000 * BatchPace.TARGET_NANOS);
    assertPace(1, 1024, pace);
  }

  private static void assertPace(long rows, long dataBytes, BatchPace pace) {
    assertEquals(rows, pace.rows());
    assertEquals(dataBytes, pace.dataBytes());
  }
}
