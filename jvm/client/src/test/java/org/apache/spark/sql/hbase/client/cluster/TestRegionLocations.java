package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class TestRegionLocations {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] MIDDLE = {5};
  private static final byte[] OPEN = {};

  /** Regions whose host counts the lists, and sizes that count the measurements. */
  private static final class CountingSource implements RegionLocations.Source {
    private int lists;
    private int measurements;
    private List<byte[]> starts = List.of(OPEN);
    private IOException refusal;

    @Override
    public RegionLocations.Listing list(TableName table) {
      lists++;
      List<RegionSpan> regions =
          starts.stream().map(start -> new RegionSpan(start, OPEN, "host" + lists)).toList();
      return new RegionLocations.Listing(regions, List.of());
    }

    @Override
    public RegionSizes sizes(TableName table, List<ServerName> servers) throws IOException {
      measurements++;
      if (refusal != null) {
        throw refusal;
      }
      Map<ByteBuffer, Long> bytes = new HashMap<>();
      starts.forEach(start -> bytes.put(ByteBuffer.wrap(start), 10L * measurements));
      return RegionSizes.of(bytes);
    }
  }

  private final AtomicLong clock = new AtomicLong();
  private final CountingSource source = new CountingSource();
  private final RegionLocations locations = new RegionLocations(source, clock::get);

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

  @Test
  void whoIsInterruptedWhileSizesAreAskedLearnsIt() throws Exception {
    source.refusal = new InterruptedIOException();
    assertThrows(InterruptedIOException.class, () -> locations.sized(TABLE, 10));
    assertTrue(Thread.interrupted(), "HBase's client clears the flag");
    source.refusal = new SocketTimeoutException();
    assertTrue(locations.sized(TABLE, 10).sizes().isEmpty());
  }

  private long sum(long maxAgeSeconds) throws IOException {
    return locations.sized(TABLE, maxAgeSeconds).sizes().orElseThrow().sum();
  }

  @Test
  void regionServersAreAskedForSizesOnceUntilTheyExpire() throws Exception {
    assertEquals(10, sum(60));
    clock.addAndGet(TimeUnit.SECONDS.toNanos(60));
    assertEquals(10, sum(60));
    assertEquals(20, sum(59));
  }

  @Test
  void afterAWriteOnlySizesAreAskedAgain() throws Exception {
    assertEquals(10, sum(60));
    locations.forgetSizes(TABLE);
    assertEquals(20, sum(60));
    assertEquals(1, source.lists);
  }

  @Test
  void regionsThatAreOthersThanRememberedAreListedAnew() throws Exception {
    locations.regions(TABLE);
    source.starts = List.of(OPEN, MIDDLE);
    RegionLocations.Sized sized = locations.sized(TABLE, 60);
    assertEquals(2, sized.regions().size());
    assertEquals(40, sized.sizes().orElseThrow().sum());
    assertEquals(20, sized.sizes().orElseThrow().of(sized.regions().get(1)));
  }

  @Test
  void withoutTheRightToAskRegionsAreKnownAndSizesAreNot() throws Exception {
    source.refusal = new DoNotRetryIOException("not you");
    assertTrue(locations.sized(TABLE, 60).sizes().isEmpty());
    assertTrue(locations.sized(TABLE, 60).sizes().isEmpty());
    assertEquals(1, source.measurements);
    locations.regions(TABLE);
    assertEquals(1, source.lists);
  }

  @Test
  void aServerThatDoesNotAnswerMayBeGoneSoRegionsAreListedAgain() throws Exception {
    source.refusal = new IOException("no route");
    assertTrue(locations.sized(TABLE, 60).sizes().isEmpty());
    assertEquals("host2", locations.regions(TABLE).get(0).host());
  }

  @Test
  void aRegionThatWasNotMeasuredHasNoBytes() {
    RegionSizes sizes = RegionSizes.of(Map.of(ByteBuffer.wrap(OPEN), 7L));
    assertEquals(7, sizes.of(new RegionSpan(OPEN, MIDDLE, "")));
    assertEquals(0, sizes.of(new RegionSpan(MIDDLE, OPEN, "")));
  }
}
