package org.apache.spark.sql.hbase.coprocessor.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import org.apache.spark.sql.hbase.wire.Sha256;

/**
 * Finds the jar from which this code was loaded. The table's descriptor says which one should be;
 * the class loader says which one is.
 */
public final class JarDigest {
  /**
   * SHA-256 in hex; empty for a folder of classes, or where the copy that HBase made of the jar
   * could not be read. Computed once per jar and server.
   */
  public static final String CURRENT = current();

  private JarDigest() {}

  /**
   * Reads the jar, unless it has been read. Regions call it when they open: servers of one host
   * that share {@code hbase.tmp.dir} delete each other's copies later.
   */
  static void read() {
    // The class is initialised by now.
  }

  private static String current() {
    CodeSource source = JarDigest.class.getProtectionDomain().getCodeSource();
    try {
      Path jar = source == null ? null : Path.of(source.getLocation().toURI());
      return jar != null && Files.isRegularFile(jar) ? of(jar) : "";
    } catch (IOException | URISyntaxException | RuntimeException e) {
      return "";
    }
  }

  private static String of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Sha256.hexOf(in);
    }
  }
}
