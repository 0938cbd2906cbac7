package org.apache.spark.sql.hbase.coprocessor.direct.format;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * The names of the store files of a region. A name is never given twice, so equal names at two
 * moments mean that no file came or went in between.
 */
public final class StoreFileNames {
  private StoreFileNames() {}

  public static byte[] of(HRegion region) {
    StringBuilder names = new StringBuilder();
    for (HStore store : region.getStores()) {
      for (HStoreFile file : store.getStorefiles()) {
        names.append(file.getPath().getName()).append('/');
      }
      names.append('/');
    }
    return names.toString().getBytes(StandardCharsets.UTF_8);
  }
}
