package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TestFilterSupport {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final FilterSupport support = new FilterSupport(now::get);

  @Test
  void filtersAreTriedUntilAServerLacksThem() {
    assertTrue(support.isWorthATry());
    support.missing();
    assertFalse(support.isWorthATry());
  }

  @Test
  void theyAreTriedAgainAfterTenMinutes() {
    support.missing();
    now.addAndGet(TimeUnit.MINUTES.toNanos(10));
    assertFalse(support.isWorthATry());
    now.incrementAndGet();
    assertTrue(support.isWorthATry());
    support.missing();
    assertFalse(support.isWorthATry());
  }
}
