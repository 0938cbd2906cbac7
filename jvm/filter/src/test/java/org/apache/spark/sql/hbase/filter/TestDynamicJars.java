package org.apache.spark.sql.hbase.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.util.DynamicClassLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows how HBase loads the jars of {@code hbase.dynamic.jars.dir}, where custom filters come from.
 * The advice of docs/OPERATIONS.md for several servers of one host rests on this.
 */
class TestDynamicJars {
  private static final String JAR = "filters.jar";
  private static final String NAME = OfTheJar.class.getName();

  @TempDir private Path folder;
  private Path jars;
  private Path local;
  private byte[] jar;

  /** A class that only the jar has: the class loaders of these tests see nothing else of ours. */
  static final class OfTheJar {}

  @BeforeEach
  void makeJar() throws IOException {
    jars = Files.createDirectory(folder.resolve("jars"));
    local = folder.resolve("local");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String entry = NAME.replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(bytes);
        InputStream in = getClass().getClassLoader().getResourceAsStream(entry)) {
      out.putNextEntry(new JarEntry(entry));
      in.transferTo(out);
    }
    jar = bytes.toByteArray();
    // Older than any copy.
    Files.setLastModifiedTime(Files.write(jars.resolve(JAR), jar), FileTime.fromMillis(0));
  }

  @Test
  void aJarThatAnotherServerIsCopyingIsNeverLoaded() throws Exception {
    Path copy = Files.createDirectories(local.resolve("jars")).resolve(JAR);
    Files.write(copy, Arrays.copyOf(jar, jar.length / 2));
    DynamicClassLoader loader = loader();
    assertThrows(ClassNotFoundException.class, () -> loader.loadClass(NAME));
    Files.write(copy, jar);
    assertThrows(ClassNotFoundException.class, () -> loader.loadClass(NAME));
  }

  @Test
  void aServerWithAFolderOfItsOwnLoadsTheJar() throws Exception {
    assertEquals(NAME, loader().loadClass(NAME).getName());
  }

  private DynamicClassLoader loader() {
    Configuration conf = new Configuration(false);
    conf.set("hbase.dynamic.jars.dir", jars.toUri().toString());
    conf.set("hbase.local.dir", local.toString());
    return new DynamicClassLoader(conf, ClassLoader.getPlatformClassLoader());
  }
}
