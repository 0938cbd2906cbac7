package org.apache.spark.sql.hbase.engine.expression.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.hbase.engine.error.OverloadedException;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.junit.jupiter.api.Test;

class TestWorkLimit {
  private static final long MAX_NANOS = 100;

  private long elapsed;
  private long work;
  private int looks;

  private final WorkLimit limit =
      new WorkLimit(
          MAX_NANOS,
          () -> {
            looks++;
            return elapsed;
          },
          () -> work);

  @Test
  void workBeyondTheLimitEndsTheBatch() {
    limit.begin(1, 0);
    limit.look();
    pass(MAX_NANOS, MAX_NANOS);
    limit.look();
    pass(1, 1);
    OverloadedException e = assertThrows(OverloadedException.class, limit::look);
    assertEquals(ErrorCode.SERVER_OVERLOADED, e.error().code());
    assertTrue(e.getMessage().contains("limitMillis"), e.getMessage());
  }

  @Test
  void timeInWhichTheThreadDidNotWorkDoesNotCount() {
    limit.begin(1, 0);
    limit.look();
    pass(1000 * MAX_NANOS, MAX_NANOS);
    limit.look();
  }

  @Test
  void anotherBatchBeginsAnew() {
    limit.begin(1, 0);
    limit.look();
    pass(1000 * MAX_NANOS, 1000 * MAX_NANOS);
    limit.begin(1, 0);
    limit.look();
    pass(MAX_NANOS, MAX_NANOS);
    limit.look();
  }

  @Test
  void theClockIsReadAfterManyValues() {
    limit.begin(1023, 0);
    countCalls(3);
    assertEquals(0, looks);
    countCalls(1);
    assertEquals(1, looks);
    // A row alone is one value and its call; what is left of them counts on.
    limit.begin(1, 0);
    countCalls(2047);
    assertEquals(1, looks);
    countCalls(1);
    assertEquals(2, looks);
  }

  @Test
  void longValuesCountAsMany() {
    limit.begin(1, 1 << 20);
    countCalls(1);
    assertEquals(1, looks);
  }

  @Test
  void whereNobodyWaitsNothingEnds() {
    WorkLimit none = WorkLimit.none();
    none.begin(Integer.MAX_VALUE, Long.MAX_VALUE);
    none.countCall();
    none.look();
    assertTrue(none.isNone());
  }

  @Test
  void processorTimeOfThisThreadIsWhatCounts() {
    WorkLimit nothing = WorkLimit.ofNanos(1);
    nothing.begin(1, 0);
    nothing.look();
    assertThrows(
        OverloadedException.class,
        () -> {
          while (true) {
            nothing.look();
          }
        });
  }

  private void countCalls(int calls) {
    for (int i = 0; i < calls; i++) {
      limit.countCall();
    }
  }

  private void pass(long elapsedNanos, long workNanos) {
    elapsed += elapsedNanos;
    work += workNanos;
  }
}
