package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContextImpl;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.spark.sql.hbase.wire.ScanAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks throw nothing but an IOException, or HBase would drop the coprocessor from the region. */
class TestSparkSQLRegionObserver {
  private static final RegionInfo INFO =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();

  /** Answers with what it is given, and with an error of linkage for everything else. */
  private static <T> T only(Class<T> type, String method, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              if (called.getName().equals(method)) {
                return answer;
              }
              throw new NoSuchMethodError(called.toString());
            }));
  }

  /** Our classes but one, as a jar without it has them. */
  private static final class ClassesWithout extends ClassLoader {
    private final String missing;

    ClassesWithout(String missing) {
      super(SparkSQLRegionObserver.class.getClassLoader());
      this.missing = missing;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.endsWith(missing)) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith(SparkSQLRegionObserver.class.getPackageName())) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      return name.endsWith(missing.replace('.', '/') + ".class")
          ? null
          : super.getResourceAsStream(name);
    }
  }

  /** HBase aborts a server on which the start of a coprocessor throws. */
  @ParameterizedTest
  @ValueSource(strings = {".scan.SubPlanScanOpener", ".scan.RegionRowSource", ".link.HBaseLinks"})
  void aJarWithoutOneClassStartsAndRefusesSubPlans(String missing) throws Exception {
    Class<?> observer =
        new ClassesWithout(missing).loadClass(SparkSQLRegionObserver.class.getName());
    RegionObserver refusing = (RegionObserver) observer.getConstructor().newInstance();
    ((RegionCoprocessor) refusing).start(null);
    Region region = only(Region.class, "getRegionInfo", INFO);
    RegionCoprocessorEnvironment environment =
        only(RegionCoprocessorEnvironment.class, "getRegion", region);
    ObserverContextImpl<RegionCoprocessorEnvironment> context = new ObserverContextImpl<>(null);
    context.prepare(environment);
    Scan scan = new Scan();
    scan.setAttribute(ScanAttributes.SUB_PLAN, new byte[] {1});

    IOException refusal =
        assertThrows(DoNotRetryIOException.class, () -> refusing.preScannerOpen(context, scan));

    assertTrue(refusal.getMessage().contains("COPROCESSOR_DISABLED"), refusal.getMessage());
  }

  @Test
  void aQuestionForTheVersionThatFailsIsAnErrorOfTheClients() {
    Region region = only(Region.class, "getRegionInfo", INFO);
    RegionCoprocessorEnvironment environment =
        only(RegionCoprocessorEnvironment.class, "getRegion", region);
    ObserverContextImpl<RegionCoprocessorEnvironment> context = new ObserverContextImpl<>(null);
    context.prepare(environment);
    Get get = new Get(new byte[] {1}).setAttribute(ScanAttributes.VERSION, new byte[] {1});

    assertThrows(
        DoNotRetryIOException.class,
        () -> new SparkSQLRegionObserver().preGetOp(context, get, new ArrayList<>()));
  }
}
