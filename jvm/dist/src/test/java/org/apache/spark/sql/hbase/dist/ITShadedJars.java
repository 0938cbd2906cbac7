package org.apache.spark.sql.hbase.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.apache.spark.sql.hbase.classfile.JavaReference;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/**
 * Tests the content of the jars: everything they need, and no class that could meet another version
 * of itself.
 */
class ITShadedJars {
  private static final String TARGET = System.getProperty("dist.target");
  private static final String COMMON = "pyspark-hbase-common.jar";
  private static final String OF_A_LINE =
      "pyspark-hbase-spark-"
          + System.getProperty("spark.line")
          + "_"
          + System.getProperty("scala.line")
          + ".jar";
  private static final long LARGEST_OF_A_LINE = 4 << 20;

  private static List<String> classes(String jar) throws IOException {
    try (JarFile file = new JarFile(TARGET + "/" + jar)) {
      return file.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")).toList();
    }
  }

  /** Tests that a second build of the same sources has the same digests. */
  @Test
  void noEntryHasTheTimeOfTheBuild() throws IOException {
    List<String> dated = new ArrayList<>();
    for (String name : List.of("pyspark-hbase-region-server.jar", COMMON, OF_A_LINE)) {
      Path path = Path.of(TARGET, name);
      Instant build = Files.getLastModifiedTime(path).toInstant();
      LocalDateTime dayBefore = LocalDateTime.ofInstant(build, ZoneOffset.UTC).minusDays(1);
      try (JarFile jar = new JarFile(path.toFile())) {
        jar.stream()
            .filter(entry -> entry.getTimeLocal().isAfter(dayBefore))
            .forEach(entry -> dated.add(name + ": " + entry.getName()));
      }
    }
    assertEquals(List.of(), dated);
  }

  @Test
  void theRegionServerJarHoldsOnlyOurPackage() throws IOException {
    List<String> strangers =
        classes("pyspark-hbase-region-server.jar").stream()
            .filter(name -> !name.startsWith("org/apache/spark/sql/hbase/"))
            .toList();
    assertEquals(List.of(), strangers);
  }

  @Test
  void theRegionServerJarHoldsTheObserverAndWhatItRuns() throws IOException {
    List<String> classes = classes("pyspark-hbase-region-server.jar");
    for (String name :
        List.of(
            "coprocessor/SparkSQLRegionObserver",
            "engine/SubPlanRunner",
            "filter/SkipScanFilter",
            "filter/SubPlanFilter",
            "codec/rowkey/RowKeyCodec",
            "wire/plan/SubPlans",
            "shaded/protobuf/Message",
            "shaded/re2j/Pattern",
            "shaded/arrow/Schema")) {
      assertTrue(classes.contains("org/apache/spark/sql/hbase/" + name + ".class"), name);
    }
  }

  @Test
  void theCommonJarBringsNoSparkNoScalaAndNoLoggingBackend() throws IOException {
    List<String> strangers =
        classes(COMMON).stream()
            .filter(
                name ->
                    name.startsWith("scala/")
                        || name.startsWith("org/slf4j/")
                        || name.startsWith("org/apache/logging/")
                        || name.startsWith("com/google/protobuf/")
                        || name.startsWith("com/google/re2j/")
                        || name.startsWith("org/apache/spark/")
                            && !name.startsWith("org/apache/spark/sql/hbase/"))
            .toList();
    assertEquals(List.of(), strangers);
  }

  /** Tests that nothing in the common jar is compiled with a line of Spark or of Scala. */
  @Test
  void theCommonJarRefersToNoClassOfSparkOrScala() throws IOException {
    List<String> referring = new ArrayList<>();
    try (JarFile jar = new JarFile(TARGET + "/" + COMMON)) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().startsWith("org/apache/spark/sql/hbase/")) {
          String text =
              new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1)
                  .replace("org/apache/spark/sql/hbase/", "");
          if (text.contains("org/apache/spark/") || text.contains("scala/")) {
            referring.add(entry.getName());
          }
        }
      }
    }
    assertEquals(List.of(), referring);
  }

  /** Tests that what it throws is not printed as well. */
  @Test
  void theClientOfHBasePrintsNoStacks() throws IOException {
    String prints = "printStackTrace()V";
    List<String> printing = new ArrayList<>();
    int classes = 0;
    try (JarFile jar = new JarFile(TARGET + "/" + COMMON)) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().matches("org/apache/hadoop/hbase/client/.*[.]class")) {
          classes++;
          ClassReader classFile = new ClassReader(jar.getInputStream(entry));
          if (JavaReference.of(classFile).stream()
              .anyMatch(reference -> prints.equals(reference.member()))) {
            printing.add(entry.getName());
          }
        }
      }
    }
    assertTrue(classes > 100);
    assertEquals(List.of(), printing);
  }

  @Test
  void theCommonJarHoldsTheClientAndHBase() throws IOException {
    List<String> classes = classes(COMMON);
    for (String name :
        List.of(
            "org/apache/spark/sql/hbase/client/scan/SubPlanReader",
            "org/apache/spark/sql/hbase/client/admin/ClusterAdmin",
            "org/apache/hadoop/hbase/client/Connection",
            "org/apache/hadoop/hbase/regionserver/StoreFileWriter",
            "org/apache/hadoop/hbase/tool/BulkLoadHFilesTool",
            // HBase's client cannot find hbase:meta without it.
            "org/apache/hadoop/hbase/master/RegionState")) {
      assertTrue(classes.contains(name + ".class"), name);
    }
  }

  @Test
  void theJarOfALineHoldsWhatSparkLoadsByNameAndIsSmall() throws IOException {
    List<String> classes = classes(OF_A_LINE);
    for (String name :
        List.of("HBaseCatalog", "HBaseSparkSessionExtensions", "bulkload/WriterMetrics")) {
      assertTrue(classes.contains("org/apache/spark/sql/hbase/" + name + ".class"), name);
    }
    long size = Files.size(Path.of(TARGET, OF_A_LINE));
    assertTrue(size < LARGEST_OF_A_LINE, () -> size + " bytes");
  }

  /**
   * Tests that what one jar calls inside its packages is never closed to it by the other's loader.
   */
  @Test
  void noPackageIsInBothJarsForSpark() throws IOException {
    Set<String> both = packages(COMMON);
    both.retainAll(packages(OF_A_LINE));
    assertEquals(Set.of(), both);
  }

  private static Set<String> packages(String jar) throws IOException {
    return classes(jar).stream()
        .map(name -> name.substring(0, name.lastIndexOf('/')))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Tests the one list of relocations: both jars call what they share by the same names. */
  @Test
  void theJarOfALineCallsSharedClassesByTheirNamesInTheCommonJar() throws IOException {
    List<String> referring = new ArrayList<>();
    try (JarFile jar = new JarFile(TARGET + "/" + OF_A_LINE)) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        String text =
            new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1);
        if (entry.getName().endsWith(".class") && text.contains("com/google/protobuf/")) {
          referring.add(entry.getName());
        }
      }
    }
    assertEquals(List.of(), referring);
  }

  @Test
  void theManifestsSayVersionAndLine() throws IOException {
    String version = manifest(COMMON).getValue("Implementation-Version");
    assertEquals(version, manifest(OF_A_LINE).getValue("Implementation-Version"));
    assertEquals(System.getProperty("spark.line"), manifest(OF_A_LINE).getValue("Spark-Line"));
    assertEquals(System.getProperty("scala.line"), manifest(OF_A_LINE).getValue("Scala-Line"));
  }

  private static Attributes manifest(String jar) throws IOException {
    try (JarFile file = new JarFile(TARGET + "/" + jar)) {
      return file.getManifest().getMainAttributes();
    }
  }

  /** HBase's own factory fails where Spark loads the jar with a class loader of its own. */
  @Test
  void theJarOfALineNamesItsOwnMetricsForTheWriterOfStoreFiles() throws IOException {
    String service =
        "META-INF/services/org.apache.hadoop.hbase.regionserver.MetricsRegionServerSourceFactory";
    try (JarFile jar = new JarFile(TARGET + "/" + OF_A_LINE)) {
      String named =
          new String(
              jar.getInputStream(jar.getEntry(service)).readAllBytes(), StandardCharsets.UTF_8);
      assertEquals("org.apache.spark.sql.hbase.bulkload.WriterMetrics", named.strip());
    }
  }
}
