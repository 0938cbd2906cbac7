package org.apache.spark.sql.hbase.coprocessor.direct.format;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/**
 * All files of a store at one moment, referenced since then. Until this is closed, none of them is
 * closed or archived, so that others may refer to them. HBase's scanner of the store does the same,
 * but only for the files that its range of rows touches. Not thread-safe.
 */
public final class HeldFiles implements Closeable {
  private final List<StoreFileScanner> references = new ArrayList<>();

  /**
   * Refers to the files that the store has now. To be called once, in an operation of the region;
   * nothing is read and no stream is opened.
   */
  public List<HStoreFile> take(HStore store) {
    List<HStoreFile> files = new ArrayList<>();
    // A compaction takes a file out of its store under the other side of this lock, and only then
    // looks whether somebody refers to it.
    store.getStoreEngine().readLock();
    try {
      for (HStoreFile file : store.getStorefiles()) {
        references.add(file.getPreadScanner(false, Long.MAX_VALUE, 0, false));
        files.add(file);
      }
    } finally {
      store.getStoreEngine().readUnlock();
    }
    return files;
  }

  @Override
  public void close() {
    references.forEach(StoreFileScanner::close);
  }
}
