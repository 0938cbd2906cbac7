package org.apache.spark.sql.hbase.coprocessor.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.spark.sql.hbase.coprocessor.fixture.TestedReleases;
import org.apache.spark.sql.hbase.filter.SkipScanFilter;
import org.apache.spark.sql.hbase.filter.SubPlanFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every reference of the region-server jar against the releases of HBase in versions.toml. */
class TestHBaseLinks {
  private static final String PACKAGE = "org.apache.spark.sql.hbase.coprocessor.";

  /** Compared as one part: what it leads to in its package and below is the whole coprocessor. */
  private static final String EVERYTHING = "SparkSQLRegionObserver";

  /** All of our classes that extend or implement a type of HBase. */
  private static final List<String> CALLED_BY_HBASE =
      List.of(
          PACKAGE + EVERYTHING,
          PACKAGE + "scan.SubPlanRegionScanner",
          SubPlanFilter.class.getName(),
          SkipScanFilter.class.getName());

  static Stream<String> others() {
    return TestedReleases.all().stream().filter(release -> !release.equals(TestedReleases.main()));
  }

  @ParameterizedTest
  @CsvSource({
    EVERYTHING,
    "backward.BackwardScanners",
    "split.SplitPointRequests",
    "direct.StoreFileScans"
  })
  void thisHBaseHasEverything(String part) throws Exception {
    Class<?> root = Class.forName(PACKAGE + part, false, getClass().getClassLoader());
    assertEquals(List.of(), HBaseLinks.missing(root));
  }

  @Test
  void thisHBaseHasWhatIsFoundByName() {
    assertEquals(List.of(), HBaseInternals.missingForStoreFiles());
    assertEquals(List.of(), HBaseInternals.missingForBackwardReads());
    assertEquals(List.of(), HBaseInternals.missingForSplitPoints());
  }

  /** Members that a release keeps to its packages are called through {@link HBaseInternals}. */
  @ParameterizedTest
  @MethodSource("others")
  void everyReleaseHasWhatTheSourcesCall(String release) throws Exception {
    try (OtherHBase other = new OtherHBase(release)) {
      assertEquals(List.of(), other.missing(PACKAGE + EVERYTHING));
      assertEquals(List.of(), other.missing(SubPlanFilter.class.getName()));
      assertEquals(List.of(), other.missing(SkipScanFilter.class.getName()));
    }
  }

  @ParameterizedTest
  @MethodSource("others")
  void everyReleaseHasWhatIsFoundByName(String release) throws Exception {
    try (OtherHBase other = new OtherHBase(release)) {
      assertEquals(List.of(), other.internals("missingForStoreFiles"));
      assertEquals(List.of(), other.internals("missingForBackwardReads"));
      assertEquals(List.of(), other.internals("missingForSplitPoints"));
    }
  }

  /**
   * HBase calls these classes. A method that it calls in another form would be missing, or would
   * never be called.
   */
  @ParameterizedTest
  @MethodSource("others")
  void everyReleaseCallsWhatOurClassesOverride(String release) throws Exception {
    try (OtherHBase other = new OtherHBase(release)) {
      for (String name : CALLED_BY_HBASE) {
        Class<?> here = Class.forName(name, false, getClass().getClassLoader());
        Class<?> there = other.loadClass(name);
        assertEquals(overridden(here), overridden(there));
        assertEquals(Set.of(), abstractMethods(there));
      }
    }
  }

  @Test
  void aMethodThatAReleaseLacksIsFound() throws Exception {
    try (OtherHBase other = new OtherHBase("2.5.5")) {
      Class<?> there = other.loadClass(OverridesOfNewReleases.class.getName());
      assertEquals(Set.of(), overridden(there));
      assertTrue(abstractMethods(there).toString().contains("KeyValueScanner.peek()"));
    }
    assertEquals(
        Set.of("recordBlockSize[interface java.util.function.IntConsumer]"),
        overridden(OverridesOfNewReleases.class));
  }

  /** Overrides a method that is there since 2.6.0. */
  private abstract static class OverridesOfNewReleases implements KeyValueScanner {
    @Override
    public void recordBlockSize(IntConsumer bytes) {}
  }

  /** The comparison finds something: without it nothing would be tested here. */
  @Test
  void aCallOfWhatAReleaseLacksIsFound() throws Exception {
    try (OtherHBase other = new OtherHBase("2.6.0")) {
      List<String> missing = other.missing(CallsOfNewReleases.class.getName());
      assertTrue(missing.contains("HStoreFile.isHistorical()Z"), "" + missing);
      assertTrue(missing.contains("RegionScannerImpl"), "" + missing);
    }
    assertEquals(List.of(), HBaseLinks.missing(CallsOfNewReleases.class));
  }

  private static Set<String> abstractMethods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> Modifier.isAbstract(method.getModifiers()))
        .map(Method::toString)
        .collect(Collectors.toSet());
  }

  /** The methods of a class that are there in a type of HBase above it. */
  private static Set<String> overridden(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> !method.isSynthetic() && isOfHBase(type, method))
        .map(method -> method.getName() + Arrays.toString(method.getParameterTypes()))
        .collect(Collectors.toSet());
  }

  private static boolean isOfHBase(Class<?> type, Method method) {
    return Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()))
        .anyMatch(above -> declares(above, method) || isOfHBase(above, method));
  }

  private static boolean declares(Class<?> above, Method method) {
    try {
      return above.getName().startsWith("org.apache.hadoop.hbase.")
          && above.getDeclaredMethod(method.getName(), method.getParameterTypes()) != null;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /**
   * HBase deletes its copy of a jar while the jar is in use: the open file still has the classes.
   */
  @Test
  void aJarThatIsDeletedWhileItIsOpenMissesNothing() throws Exception {
    Class<?> root = Class.forName(PACKAGE + EVERYTHING, false, getClass().getClassLoader());
    try (Deleted deleted = new Deleted(root)) {
      assertEquals(
          List.of(), HBaseLinks.missing(Class.forName(PACKAGE + EVERYTHING, false, deleted)));
    }
  }

  /** Loads a class again, and has no resources. */
  private static final class Deleted extends URLClassLoader {
    private final String name;

    Deleted(Class<?> type) {
      super(
          new URL[] {type.getProtectionDomain().getCodeSource().getLocation()},
          type.getClassLoader());
      name = type.getName();
    }

    @Override
    protected Class<?> loadClass(String asked, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(asked)) {
        Class<?> loaded = findLoadedClass(asked);
        return asked.equals(name)
            ? loaded == null ? findClass(asked) : loaded
            : super.loadClass(asked, resolve);
      }
    }

    @Override
    public URL getResource(String resource) {
      return null;
    }
  }

  /** Our classes over the jars of another release, each from a loader of its own. */
  private static final class OtherHBase extends URLClassLoader {
    private static final Path JARS = Path.of(System.getProperty("other.hbase"));

    OtherHBase(String release) throws IOException {
      super(urls(release), HRegion.class.getClassLoader());
    }

    private static URL[] urls(String release) throws IOException {
      List<URL> urls = new ArrayList<>();
      try (Stream<Path> jars = Files.list(JARS.resolve(release))) {
        for (Path jar : jars.toList()) {
          urls.add(jar.toUri().toURL());
        }
      }
      assertFalse(urls.isEmpty(), "no jar of " + release + ", see jvm/coprocessor/pom.xml");
      urls.add(location(HBaseLinks.class));
      urls.add(location(TestHBaseLinks.class));
      urls.add(location(SubPlanFilter.class));
      return urls.toArray(URL[]::new);
    }

    private static URL location(Class<?> type) throws MalformedURLException {
      return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        boolean isOwn =
            name.startsWith(PACKAGE)
                || name.startsWith(SubPlanFilter.class.getPackageName())
                || name.startsWith("org.apache.hadoop.hbase.");
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
    List<String> missing(String part) throws ReflectiveOperationException {
      return (List<String>)
          loadClass(HBaseLinks.class.getName())
              .getMethod("missing", Class.class, Class[].class)
              .invoke(null, loadClass(part), new Class<?>[0]);
    }

    @SuppressWarnings("unchecked")
    List<String> internals(String name) throws ReflectiveOperationException {
      return (List<String>) loadClass(HBaseInternals.class.getName()).getMethod(name).invoke(null);
    }
  }
}
