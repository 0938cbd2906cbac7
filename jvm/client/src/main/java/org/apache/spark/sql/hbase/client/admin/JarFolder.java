package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.hbase.wire.Sha256;

/** A folder of a Hadoop file system that holds jars under names that never change their content. */
final class JarFolder {
  /** Version and the start of the digest, as {@code RegionServerJar.name} of Python has them. */
  private static final Pattern PUBLISHED =
      Pattern.compile("pyspark-hbase-region-server-[\\w.+-]+-[0-9a-f]{12}\\.jar");

  private JarFolder() {}

  /** Whether the scheme of the path has a file system whose class is here; nothing is connected. */
  static boolean hasFileSystem(Configuration conf, String path) {
    String scheme = new Path(path).toUri().getScheme();
    try {
      return scheme == null || FileSystem.getFileSystemClass(scheme, conf) != null;
    } catch (IOException unknownScheme) {
      return false;
    } catch (RuntimeException classIsMissing) {
      // Configuration.getClass wraps the ClassNotFoundException of a scheme that core-default.xml
      // names.
      if (classIsMissing.getCause() instanceof ClassNotFoundException) {
        return false;
      }
      throw classIsMissing;
    }
  }

  /** The path with scheme and authority, as table descriptors need it. */
  static String qualified(Configuration conf, String path) throws IOException {
    Path given = new Path(path);
    return given.getFileSystem(conf).makeQualified(given).toString();
  }

  /** SHA-256 in hex, empty if there is no such file. */
  static String digest(Configuration conf, String path) throws IOException {
    Path file = new Path(path);
    FileSystem fs = file.getFileSystem(conf);
    return fs.exists(file) ? digest(fs, file) : "";
  }

  /**
   * Copies a file of this machine to a path where there is none. The copy is read back before it
   * gets its name, so that nobody sees half of it.
   */
  static void publish(Configuration conf, String source, String target, String digest)
      throws IOException {
    Path file = new Path(target);
    FileSystem fs = file.getFileSystem(conf);
    fs.mkdirs(file.getParent());
    Path draft = new Path(file.getParent(), "." + file.getName() + "." + UUID.randomUUID());
    try {
      fs.copyFromLocalFile(false, true, new Path("file://" + source), draft);
      String found = digest(fs, draft);
      if (!found.equals(digest)) {
        throw new IOException("the copy has the digest " + found + " instead of " + digest);
      }
      if (!fs.rename(draft, file) && !fs.exists(file)) {
        throw new IOException("the copy cannot be renamed to " + file);
      }
    } finally {
      fs.delete(draft, false);
    }
  }

  /** Published jars of a folder with their sizes and ages; none where there is no such folder. */
  static List<Map<String, Object>> published(Configuration conf, String folder) throws IOException {
    Path path = new Path(folder);
    FileSystem fs = path.getFileSystem(conf);
    List<Map<String, Object>> jars = new ArrayList<>();
    if (fs.exists(path)) {
      for (FileStatus file : fs.listStatus(path)) {
        if (file.isFile() && PUBLISHED.matcher(file.getPath().getName()).matches()) {
          jars.add(
              Map.of(
                  "path", fs.makeQualified(file.getPath()).toString(),
                  "bytes", file.getLen(),
                  "ageSeconds", (System.currentTimeMillis() - file.getModificationTime()) / 1000));
        }
      }
    }
    return jars;
  }

  /** Deletes a published jar; refuses other files. */
  static void delete(Configuration conf, String path) throws IOException {
    Path file = new Path(path);
    if (!PUBLISHED.matcher(file.getName()).matches()) {
      throw new IOException("not the name of a published region-server jar: " + path);
    }
    FileSystem fs = file.getFileSystem(conf);
    if (!fs.delete(file, false) && fs.exists(file)) {
      throw new IOException("the file system does not delete " + path);
    }
  }

  private static String digest(FileSystem fs, Path file) throws IOException {
    try (InputStream in = fs.open(file)) {
      return Sha256.hexOf(in);
    }
  }
}
