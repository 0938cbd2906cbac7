package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

class TestConnectionCache {
  private static final ClusterSettings HERE = ClusterSettings.ofQuorum("here:2181");
  private static final ClusterSettings THERE = ClusterSettings.ofQuorum("there:2181");

  private final List<Runnable> timer = new ArrayList<>();
  private int opened;
  private final ConnectionCache cache =
      new ConnectionCache(
          settings -> {
            opened++;
            return fakeConnection();
          },
          (task, seconds) -> {
            assertEquals(ClusterSettings.DEFAULT_IDLE_SECONDS, seconds);
            timer.add(task);
          });

  @Test
  void leasesOfOneClusterShareAConnection() throws Exception {
    SharedConnection first = cache.lease(HERE);
    SharedConnection second = cache.lease(ClusterSettings.ofQuorum("here:2181"));
    assertSame(first.connection(), second.connection());
    assertSame(first.regionLocations(), second.regionLocations());
    assertNotSame(first.connection(), cache.lease(THERE).connection());
    assertEquals(2, opened);
  }

  @Test
  void theConnectionClosesOnlyAfterTheIdleTime() throws Exception {
    SharedConnection lease = cache.lease(HERE);
    Connection connection = lease.connection();
    lease.close();
    assertFalse(connection.isClosed());
    timer.get(0).run();
    assertTrue(connection.isClosed());
    assertNotSame(connection, cache.lease(HERE).connection());
  }

  @Test
  void atTheEndWhatNobodyUsesIsClosedAtOnce() throws Exception {
    SharedConnection used = cache.lease(HERE);
    SharedConnection unused = cache.lease(THERE);
    unused.close();
    cache.closeUnused();
    assertFalse(used.connection().isClosed());
    assertTrue(unused.connection().isClosed());
    assertNotSame(unused.connection(), cache.lease(THERE).connection());
  }

  @Test
  void aLeaseTakenInTheIdleTimeKeepsTheConnection() throws Exception {
    SharedConnection first = cache.lease(HERE);
    first.close();
    SharedConnection second = cache.lease(HERE);
    timer.get(0).run();
    assertFalse(second.connection().isClosed());
    second.close();
    timer.get(0).run();
    assertFalse(second.connection().isClosed(), "the idle time starts again with each release");
    timer.get(1).run();
    assertTrue(second.connection().isClosed());
  }

  @Test
  void closingALeaseTwiceGivesItBackOnce() throws Exception {
    SharedConnection first = cache.lease(HERE);
    SharedConnection second = cache.lease(HERE);
    first.close();
    first.close();
    assertTrue(timer.isEmpty());
    assertFalse(second.connection().isClosed());
  }

  @Test
  void aBrokenConnectionIsReplacedAndItsLeasesAreForgotten() throws Exception {
    SharedConnection broken = cache.lease(HERE);
    broken.connection().close();
    SharedConnection fresh = cache.lease(HERE);
    assertNotSame(broken.connection(), fresh.connection());
    broken.close();
    assertTrue(timer.isEmpty());
    assertFalse(fresh.connection().isClosed());
  }

  @Test
  void aFailedOpenIsTriedAgainByTheNextLease() throws Exception {
    List<IOException> failures = new ArrayList<>(List.of(new IOException("away")));
    ConnectionCache flaky =
        new ConnectionCache(
            settings -> {
              if (!failures.isEmpty()) {
                throw failures.remove(0);
              }
              return fakeConnection();
            },
            (task, seconds) -> timer.add(task));
    assertThrows(IOException.class, () -> flaky.lease(HERE));
    assertFalse(flaky.lease(HERE).connection().isClosed());
  }

  private static Connection fakeConnection() {
    boolean[] closed = new boolean[1];
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "close" -> {
                    closed[0] = true;
                    yield null;
                  }
                  case "isClosed" -> closed[0];
                  case "isAborted" -> false;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
