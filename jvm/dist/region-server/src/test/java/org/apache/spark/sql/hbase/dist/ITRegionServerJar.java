package org.apache.spark.sql.hbase.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/**
 * What the jar brings into a region server. Everything that is not ours is relocated; HBase, Hadoop, logging, Scala and
 * Spark come from the server or are not needed.
 */
class ITRegionServerJar {
  private static final String OURS = "org/apache/spark/sql/hbase/";

  @Test
  void holdsOnlyOurPackages() throws IOException {
    Set<String> foreign =
        entries().stream()
            .filter(name -> name.endsWith(".class") && !name.startsWith(OURS))
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(Set.of(), foreign);
  }

  @Test
  void holdsTheModulesOfTheServerSideAndTheRelocatedLibraries() throws IOException {
    Set<String> modules =
        entries().stream()
            .filter(name -> name.endsWith(".class"))
            .map(name -> name.substring(OURS.length(), name.indexOf('/', OURS.length())))
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(Set.of("codec", "coprocessor", "engine", "shaded", "wire"), modules);
    assertTrue(entries().contains(OURS + "coprocessor/SparkSQLRegionObserver.class"));
  }

  private static Set<String> entries() throws IOException {
    try (ZipFile jar = new ZipFile(System.getProperty("jar.file"))) {
      return jar.stream().map(ZipEntry::getName).collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
