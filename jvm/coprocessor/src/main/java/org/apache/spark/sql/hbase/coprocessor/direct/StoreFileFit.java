package org.apache.spark.sql.hbase.coprocessor.direct;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.spark.sql.hbase.coprocessor.direct.format.HBaseInternals;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseLinks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether store files can be read on the HBase at hand. Nothing reads them where HBase lacks
 * a member, or where the release is none of those whose scan path was read line by line. Probed
 * once.
 */
final class StoreFileFit {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFileFit.class);

  /**
   * The releases whose cells, blocks and read points are as docs/decisions/0004 says. A release
   * with the same members may do something else in them, so each is read before it is listed.
   */
  private static final Set<String> KNOWN_VERSIONS = Set.of("2.6.4", "2.6.4-hadoop3");

  private static final boolean FITS = fits(VersionInfo.getVersion());

  private StoreFileFit() {}

  /** Tells whether the scan path of a release was read. */
  static boolean isKnown(String version) {
    return KNOWN_VERSIONS.contains(version);
  }

  /** Returns false where nothing may read store files. */
  static boolean isGiven() {
    return FITS;
  }

  private static boolean fits(String version) {
    List<String> missing = HBaseLinks.missing(StoreFileScans.class);
    if (isKnown(version) && missing.isEmpty()) {
      missing = HBaseInternals.missing();
      if (missing.isEmpty()) {
        return true;
      }
    }
    LOG.warn(
        "Rows come through HBase's scanner and not from store files: HBase is {}, known are {};"
            + " members that cannot be used: {}",
        version,
        KNOWN_VERSIONS,
        missing);
    return false;
  }
}
