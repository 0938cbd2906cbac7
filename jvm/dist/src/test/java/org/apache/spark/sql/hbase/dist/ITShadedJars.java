package org.apache.spark.sql.hbase.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/**
 * Tests the content of the two jars: everything they need, and no class that could meet another
 * version of itself.
 */
class ITShadedJars {
  private static final String TARGET = System.getProperty("dist.target");

  private static List<String> classes(String jar) throws IOException {
    try (JarFile file = new JarFile(TARGET + "/" + jar)) {
      return file.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")).toList();
    }
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
  void theSparkJarBringsNoSparkNoScalaAndNoLoggingBackend() throws IOException {
    List<String> strangers =
        classes("pyspark-hbase-spark.jar").stream()
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

  @Test
  void theSparkJarHoldsTheCatalogTheExtensionsAndTheClient() throws IOException {
    List<String> classes = classes("pyspark-hbase-spark.jar");
    for (String name :
        List.of(
            "org/apache/spark/sql/hbase/HBaseCatalog",
            "org/apache/spark/sql/hbase/HBaseSparkSessionExtensions",
            "org/apache/spark/sql/hbase/client/scan/SubPlanReader",
            "org/apache/hadoop/hbase/client/Connection",
            "org/apache/spark/sql/hbase/bulkload/WriterMetrics",
            "org/apache/hadoop/hbase/regionserver/StoreFileWriter",
            "org/apache/hadoop/hbase/tool/BulkLoadHFilesTool",
            // HBase's client cannot find hbase:meta without it.
            "org/apache/hadoop/hbase/master/RegionState")) {
      assertTrue(classes.contains(name + ".class"), name);
    }
  }

  /** HBase's own factory fails where Spark loads the jar with a class loader of its own. */
  @Test
  void theSparkJarNamesItsOwnMetricsForTheWriterOfStoreFiles() throws IOException {
    String service =
        "META-INF/services/org.apache.hadoop.hbase.regionserver.MetricsRegionServerSourceFactory";
    try (JarFile jar = new JarFile(TARGET + "/pyspark-hbase-spark.jar")) {
      String named =
          new String(
              jar.getInputStream(jar.getEntry(service)).readAllBytes(), StandardCharsets.UTF_8);
      assertEquals("org.apache.spark.sql.hbase.bulkload.WriterMetrics", named.strip());
    }
  }
}
