package org.apache.spark.sql.hbase.coprocessor;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The local file system of the test cluster, which counts how often each file is opened.
 * Thread-safe.
 */
public final class CountingFileSystem extends LocalFileSystem {
  private static final Map<String, Integer> OPENS = new ConcurrentHashMap<>();

  public CountingFileSystem() {
    super(new Counting());
  }

  /**
   * @param name of a store file, which no other file has
   */
  static int opens(String name) {
    return OPENS.getOrDefault(name, 0);
  }

  private static final class Counting extends RawLocalFileSystem {
    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
      OPENS.merge(file.getName(), 1, Integer::sum);
      return super.open(file, bufferSize);
    }
  }
}
