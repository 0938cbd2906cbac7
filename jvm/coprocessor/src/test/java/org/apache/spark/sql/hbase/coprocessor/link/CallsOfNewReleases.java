package org.apache.spark.sql.hbase.coprocessor.link;

import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.RegionScannerImpl;

/** Calls that link on the newest release only, for {@link TestHBaseLinks}. */
final class CallsOfNewReleases {
  private CallsOfNewReleases() {}

  static boolean areThere(HStoreFile file, RegionScanner scanner) {
    return file.isHistorical() || scanner.getClass() == RegionScannerImpl.class;
  }
}
