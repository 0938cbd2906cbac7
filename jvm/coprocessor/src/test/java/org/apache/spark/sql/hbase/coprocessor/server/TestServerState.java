package org.apache.spark.sql.hbase.coprocessor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.Metric;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.plan.SubPlans;
import org.junit.jupiter.api.Test;

/** Versions of the jar in one server, each from a class loader of its own, as HBase has them. */
class TestServerState {
  private final Configuration site = new Configuration(false);
  private final ConcurrentMap<String, Object> shared = new ConcurrentHashMap<>();
  private final MetricRegistry registry =
      new MetricRegistryImpl(new MetricRegistryInfo("m", "d", "j", "c", true));

  @Test
  void allVersionsDrawOnOneBudget() throws Exception {
    try (Version first = new Version();
        Version second = new Version()) {
      long limit = first.limitBytes();
      assertTrue(first.tryReserve(limit - 1));
      assertFalse(second.tryReserve(2));
      assertTrue(second.tryReserve(1));
      first.release(limit - 1);
      assertTrue(second.tryReserve(limit - 1));
      assertFalse(first.tryReserve(1));
    }
  }

  @Test
  void allVersionsComputeInTurn() throws Exception {
    try (Version first = new Version();
        Version second = new Version()) {
      int turns = first.freeTurns();
      assertTrue(first.tryBegin());
      assertEquals(turns - 1, second.freeTurns());
      for (int i = 1; i < turns; i++) {
        assertTrue(second.tryBegin());
      }
      assertFalse(first.tryBegin());
    }
  }

  @Test
  void cachesAreDividedAmongTheVersionsThatHaveRegions() throws Exception {
    try (Version first = new Version();
        Version second = new Version()) {
      long whole = first.planCacheMaxBytes();
      first.openRegion();
      first.openRegion();
      assertEquals(whole, first.planCacheMaxBytes());
      second.openRegion();
      assertEquals(whole / 2, first.planCacheMaxBytes());
      assertEquals(whole / 2, second.planCacheMaxBytes());
      first.closeRegion();
      assertEquals(whole / 2, second.planCacheMaxBytes());
      first.closeRegion();
      assertEquals(0, first.planCacheMaxBytes());
      assertEquals(whole, second.planCacheMaxBytes());
      first.openRegion();
      assertEquals(whole / 2, first.planCacheMaxBytes());
    }
  }

  @Test
  void gaugesAreThoseOfAVersionThatHasRegionsAndTellOfAll() throws Exception {
    try (Version first = new Version();
        Version second = new Version()) {
      first.openRegion();
      assertSame(first, gauge().getClass().getClassLoader());
      second.openRegion();
      first.tryReserve(3);
      second.tryReserve(4);
      assertEquals(7L, gauge().getValue());
      assertEquals(
          Set.of("memoryReservedBytes", "planCacheBytes", "zoneMapBytes", "columnMemoryBytes"),
          registry.getMetrics().keySet());
      first.closeRegion();
      assertSame(second, gauge().getClass().getClassLoader());
      assertEquals(7L, gauge().getValue());
      second.closeRegion();
      assertTrue(registry.getMetrics().isEmpty());
    }
  }

  @Test
  void aVersionWithoutRegionsIsForgotten() throws Exception {
    try (Version second = new Version()) {
      WeakReference<ClassLoader> gone = openAndClose(second);
      for (int i = 0; gone.get() != null && i < 100; i++) {
        System.gc();
      }
      assertNull(gone.get(), "the class loader of the old version is still held");
    }
  }

  private WeakReference<ClassLoader> openAndClose(Version other) throws Exception {
    try (Version old = new Version()) {
      old.openRegion();
      other.openRegion();
      old.closeRegion();
      return new WeakReference<>(old);
    }
  }

  /** Shared objects must mean the same to every class loader. */
  @Test
  void onlyClassesOfTheJdkAreShared() throws Exception {
    try (Version version = new Version()) {
      version.openRegion();
      assertEquals(6, shared.size());
      shared.values().forEach(value -> assertNull(value.getClass().getClassLoader()));
    }
  }

  private Gauge<?> gauge() {
    Metric metric = registry.get("memoryReservedBytes").orElseThrow();
    return (Gauge<?>) metric;
  }

  /** Our classes, loaded anew; all others are those of the test. */
  private final class Version extends URLClassLoader {
    private final Object state;

    Version() throws ReflectiveOperationException {
      super(
          new URL[] {of(ServerState.class), of(MemoryAccount.class), of(SubPlans.class)},
          TestServerState.class.getClassLoader());
      Constructor<?> constructor =
          loadClass(ServerState.class.getName())
              .getDeclaredConstructor(Configuration.class, ConcurrentMap.class);
      constructor.setAccessible(true);
      state = constructor.newInstance(site, shared);
    }

    private static URL of(Class<?> type) {
      return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        boolean isNew = name.startsWith("org.apache.spark.") && findLoadedClass(name) == null;
        if (isNew && findResource(name.replace('.', '/') + ".class") != null) {
          return findClass(name);
        }
        return super.loadClass(name, resolve);
      }
    }

    void openRegion() throws ReflectiveOperationException {
      Method opened = state.getClass().getDeclaredMethod("regionOpened", MetricRegistry.class);
      opened.setAccessible(true);
      opened.invoke(state, registry);
    }

    void closeRegion() throws ReflectiveOperationException {
      call(state, "regionClosed");
    }

    long planCacheMaxBytes() throws ReflectiveOperationException {
      return (long) call(state, "planCacheMaxBytes");
    }

    int freeTurns() throws ReflectiveOperationException {
      return (int) call(call(state, "turns"), "free");
    }

    boolean tryBegin() throws ReflectiveOperationException {
      Object turns = call(state, "turns");
      Method tryBegin = turns.getClass().getDeclaredMethod("tryBegin", long.class);
      tryBegin.setAccessible(true);
      return (boolean) tryBegin.invoke(turns, 0L);
    }

    long limitBytes() throws ReflectiveOperationException {
      return (long) call(call(state, "memory"), "limitBytes");
    }

    boolean tryReserve(long bytes) throws ReflectiveOperationException {
      Object memory = call(state, "memory");
      return (boolean) memory.getClass().getMethod("tryReserve", long.class).invoke(memory, bytes);
    }

    void release(long bytes) throws ReflectiveOperationException {
      Object memory = call(state, "memory");
      memory.getClass().getMethod("release", long.class).invoke(memory, bytes);
    }

    private static Object call(Object target, String method) throws ReflectiveOperationException {
      Method found = target.getClass().getDeclaredMethod(method);
      found.setAccessible(true);
      return found.invoke(target);
    }
  }
}
