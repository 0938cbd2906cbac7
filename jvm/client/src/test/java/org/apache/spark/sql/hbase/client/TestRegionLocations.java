package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class TestRegionLocations {
  private static final TableName TABLE = TableName.valueOf("t");

  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger lists = new AtomicInteger();
  private final RegionLocations locations =
      new RegionLocations(
          table ->
              new RegionLocations.Listing(
                  List.of(
                      new RegionSpan(new byte[0], new byte[0], "host" + lists.incrementAndGet())),
                  List.of()),
          clock::get);

  @Test
  void aListIsReadOnceUntilItExpires() throws Exception {
    assertEquals("host1", locations.regions(TABLE).get(0).host());
    clock.addAndGet(TimeUnit.SECONDS.toNanos(600));
    assertEquals("host1", locations.regions(TABLE).get(0).host());
    clock.incrementAndGet();
    assertEquals("host2", locations.regions(TABLE).get(0).host());
  }

  @Test
  void aYoungerListCanBeAskedFor() throws Exception {
    locations.regions(TABLE);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(10));
    assertEquals("host1", locations.regions(TABLE, 10).get(0).host());
    assertEquals("host2", locations.regions(TABLE, 9).get(0).host());
  }

  @Test
  void aForgottenTableIsListedAgain() throws Exception {
    locations.regions(TABLE);
    locations.regions(TableName.valueOf("other"));
    locations.forget(TABLE);
    assertEquals("host3", locations.regions(TABLE).get(0).host());
    assertEquals("host2", locations.regions(TableName.valueOf("other")).get(0).host());
  }
}
