package org.apache.spark.sql.hbase.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TestBatchPace {
  private static final long FAST = BatchPace.TARGET_NANOS / 2;

  private long elapsed;
  private long work;

  @Test
  void whatComputesNothingBeginsWithWholeBatches() {
    assertPace(Long.MAX_VALUE, Long.MAX_VALUE, pace(0));
  }

  @Test
  void theFirstBatchIsSmallerTheMoreIsComputed() {
    assertPace(64, 1024, pace(1));
    assertPace(2, 1024, pace(10_000));
    assertPace(1, 1024, pace(50_000));
  }

  @Test
  void whileBatchesAreFastTheyGrowToTwiceWhatWasFast() {
    BatchPace pace = pace(1);
    batch(pace, 64, 600, FAST);
    assertPace(128, 1200, pace);
    // Few rows whose values were long: of short ones no more rows are known to be fast.
    batch(pace, 10, 1200, FAST);
    assertPace(128, 2400, pace);
    batch(pace, 128, 0, FAST);
    assertPace(256, 2400, pace);
  }

  @Test
  void afterASlowBatchTheyAreAsLargeAsThatShouldHaveBeen() {
    BatchPace pace = pace(1);
    batch(pace, 1000, 100_000, 4 * BatchPace.TARGET_NANOS);
    assertPace(250, 25_000, pace);
    batch(pace, 250, 25_000, BatchPace.TARGET_NANOS);
    assertPace(250, 25_000, pace);
  }

  @Test
  void aBatchHasARowHoweverSlowItIs() {
    BatchPace pace = pace(1);
    batch(pace, 1, 1 << 20, 1000 * BatchPace.TARGET_NANOS);
    assertPace(1, 1048, pace);
    batch(pace, 1, 10, 1000 * BatchPace.TARGET_NANOS);
    assertPace(1, 1024, pace);
  }

  @Test
  void whereTheThreadWaitedTheBatchIsNotToBlame() {
    BatchPace pace = pace(1);
    pace.begin();
    elapsed += 100 * BatchPace.TARGET_NANOS;
    work += BatchPace.TARGET_NANOS;
    pace.end(64, 0);
    assertPace(64, 1024, pace);
  }

  @Test
  void behindVeryFastBatchesTheSecondSlowOneCounts() {
    BatchPace pace = pace(1);
    batch(pace, 64, 0, BatchPace.TARGET_NANOS / 100);
    batch(pace, 128, 0, 2 * BatchPace.TARGET_NANOS);
    assertPace(128, 1024, pace);
    batch(pace, 128, 0, 2 * BatchPace.TARGET_NANOS);
    assertPace(64, 1024, pace);
  }

  @Test
  void aBatchThatWaitsForAFrameIsTimedBeforeAndAfter() {
    BatchPace pace = pace(1);
    pace.begin();
    pass(3 * BatchPace.TARGET_NANOS);
    pace.pause();
    pass(100 * BatchPace.TARGET_NANOS);
    pace.begin();
    pass(BatchPace.TARGET_NANOS);
    pace.end(1000, 100_000);
    assertPace(250, 25_000, pace);
    batch(pace, 250, 25_000, BatchPace.TARGET_NANOS / 2);
    assertPace(500, 50_000, pace);
  }

  private BatchPace pace(int calls) {
    return new BatchPace(calls, () -> elapsed, () -> work);
  }

  private void batch(BatchPace pace, long rows, long dataBytes, long nanos) {
    pace.begin();
    pass(nanos);
    pace.end(rows, dataBytes);
  }

  private void pass(long nanos) {
    elapsed += nanos;
    work += nanos;
  }

  private static void assertPace(long rows, long dataBytes, BatchPace pace) {
    assertEquals(rows, pace.rows());
    assertEquals(dataBytes, pace.dataBytes());
  }
}
