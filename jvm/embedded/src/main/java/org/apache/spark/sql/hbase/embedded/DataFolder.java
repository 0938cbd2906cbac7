package org.apache.spark.sql.hbase.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder a cluster keeps its files in, held by one process at a time. A temporary one is
 * deleted on close.
 */
final class DataFolder implements AutoCloseable {
  private final Path path;
  private final boolean temporary;
  private final FileChannel lockFile;

  private DataFolder(Path path, boolean temporary, FileChannel lockFile) {
    this.path = path;
    this.temporary = temporary;
    this.lockFile = lockFile;
  }

  /**
   * Creates the folder if needed and locks it; throws {@link IOException} when another process
   * holds it.
   */
  static DataFolder open(Optional<Path> requested) throws IOException {
    Path path =
        requested.isPresent()
            ? Files.createDirectories(requested.get().toAbsolutePath().normalize())
            : Files.createTempDirectory("embedded-hbase-");
    FileChannel lockFile =
        FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = lockFile.tryLock();
    if (lock == null) {
      lockFile.close();
      throw new IOException(
          "the data folder "
              + path
              + " is in use by another embedded HBase; stop that one or choose another folder.");
    }
    return new DataFolder(path, requested.isEmpty(), lockFile);
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    lockFile.close();
    if (temporary) {
      delete();
    }
  }

  /**
   * HBase's threads may still remove files of their own: one that vanished meanwhile is as good as
   * deleted.
   */
  private void delete() throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(path)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    } catch (java.io.UncheckedIOException e) {
      if (e.getCause() instanceof NoSuchFileException) {
        delete();
        return;
      }
      throw e.getCause();
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }
}
