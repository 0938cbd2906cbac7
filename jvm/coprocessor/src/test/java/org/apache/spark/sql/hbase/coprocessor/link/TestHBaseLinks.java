package org.apache.spark.sql.hbase.coprocessor.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parts of the coprocessor against this HBase, and against one that lacks some members. */
class TestHBaseLinks {
  private static final String PACKAGE = "org.apache.spark.sql.hbase.coprocessor.";

  @ParameterizedTest
  @CsvSource({
    "SparkSQLRegionObserver",
    "backward.BackwardScanners",
    "split.SplitPointRequests",
    "direct.StoreFileScans"
  })
  void thisHBaseHasEverything(String part) throws Exception {
    Class<?> root = Class.forName(PACKAGE + part, false, getClass().getClassLoader());
    assertEquals(List.of(), HBaseLinks.missing(root));
  }

  @Test
  void anotherHBaseLacksWhatDirectReadsAndBackwardReadsNeed() throws Exception {
    try (OtherHBase other = new OtherHBase()) {
      List<String> direct = other.missing("direct.StoreFileScans");
      assertTrue(direct.contains("HStoreFile.isHistorical()Z"), "" + direct);
      assertTrue(direct.contains("RegionScannerImpl"), "" + direct);
      assertTrue(
          direct.stream().anyMatch(member -> member.startsWith("HStore.getScanners(")),
          "" + direct);
      assertEquals(List.of("RegionScannerImpl"), other.missing("backward.BackwardScanners"));
    }
  }

  @Test
  void anotherHBaseRunsSubPlansOverItsScanner() throws Exception {
    try (OtherHBase other = new OtherHBase()) {
      assertEquals(
          List.of(),
          other.missing(
              "SparkSQLRegionObserver",
              "backward.BackwardScanners",
              "split.SplitPointRequests",
              "direct.StoreFileScans"));
    }
  }

  /** Our classes over the region server of HBase 2.6.0, each from a loader of its own. */
  private static final class OtherHBase extends URLClassLoader {
    private static final Path SERVER = Path.of(System.getProperty("other.hbase.server"));

    OtherHBase() throws MalformedURLException {
      super(
          new URL[] {
            SERVER.toUri().toURL(),
            HBaseLinks.class.getProtectionDomain().getCodeSource().getLocation()
          },
          HRegion.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        boolean isOwn = name.startsWith(PACKAGE) || name.startsWith("org.apache.hadoop.hbase.");
        if (isOwn && findLoadedClass(name) == null && findResource(file(name)) != null) {
          return findClass(name);
        }
        return super.loadClass(name, resolve);
      }
    }

    @Override
    public URL getResource(String name) {
      URL own = findResource(name);
      return own == null ? super.getResource(name) : own;
    }

    private static String file(String name) {
      return name.replace('.', '/') + ".class";
    }

    @SuppressWarnings("unchecked")
    List<String> missing(String part, String... others) throws ReflectiveOperationException {
      Class<?>[] apart = new Class<?>[others.length];
      for (int i = 0; i < others.length; i++) {
        apart[i] = loadClass(PACKAGE + others[i]);
      }
      return (List<String>)
          loadClass(HBaseLinks.class.getName())
              .getMethod("missing", Class.class, Class[].class)
              .invoke(null, loadClass(PACKAGE + part), apart);
    }
  }
}
