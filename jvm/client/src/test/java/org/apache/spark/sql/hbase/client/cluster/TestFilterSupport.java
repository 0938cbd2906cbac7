package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.client.CountPlans;
import org.apache.spark.sql.hbase.client.FakeTable;
import org.apache.spark.sql.hbase.filter.ScanFilters;
import org.junit.jupiter.api.Test;

class TestFilterSupport {
  private static final Scan SCAN =
      new Scan()
          .withStartRow(CountPlans.key(3))
          .setFilter(ScanFilters.of(CountPlans.countAndSumFrom(40)).orElseThrow());

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final FilterSupport support = new FilterSupport(now::get);
  private final FakeTable table = new FakeTable(new byte[0]);

  @Test
  void aServerIsAskedOnce() {
    assertTrue(support.isUsable(table, SCAN));
    assertTrue(support.isUsable(table, SCAN));
    assertEquals(1, table.filterQuestions);
  }

  @Test
  void filtersAreUsedUntilAServerLacksThem() {
    assertTrue(support.isUsable(table, SCAN));
    support.missing();
    assertFalse(support.isUsable(table, SCAN));
    assertEquals(1, table.filterQuestions);
  }

  @Test
  void aServerThatLacksThemIsAskedAgainAfterTenMinutes() {
    table.knowsNoFilters();
    assertFalse(support.isUsable(table, SCAN));
    now.addAndGet(TimeUnit.MINUTES.toNanos(10));
    assertFalse(support.isUsable(table, SCAN));
    assertEquals(1, table.filterQuestions);
    now.incrementAndGet();
    assertFalse(support.isUsable(table, SCAN));
    assertEquals(2, table.filterQuestions);
  }

  @Test
  void aServerThatDoesNotAnswerSaysNothingOfItsClasses() {
    table.filterQuestionFails(new IOException("region server stopped"));
    assertTrue(support.isUsable(table, SCAN));
    table.knowsNoFilters();
    assertFalse(support.isUsable(table, SCAN));
  }
}
