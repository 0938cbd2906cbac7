package org.apache.spark.sql.hbase.coprocessor.direct;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseLinks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The members that HBase keeps to its own packages, probed once. Nothing of this package is used
 * where one of them is missing, or where the release is none of those whose scan path was read line
 * by line.
 */
final class HBaseInternals {
  private static final Logger LOG = LoggerFactory.getLogger(HBaseInternals.class);

  /**
   * The releases whose cells, blocks and read points are as docs/decisions/0004 says. A release
   * with the same members may do something else in them, so each is read before it is listed.
   */
  private static final Set<String> KNOWN_VERSIONS = Set.of("2.6.4", "2.6.4-hadoop3");

  private static final MethodHandle MAY_HAVE_MORE_CELLS;
  private static final MethodHandle READER;

  static {
    MethodHandle mayHaveMoreCells = null;
    MethodHandle reader = null;
    String version = VersionInfo.getVersion();
    List<String> missing = HBaseLinks.missing(StoreFileScans.class);
    if (isKnown(version) && missing.isEmpty()) {
      try {
        mayHaveMoreCells =
            find(
                ScannerContext.class,
                "mayHaveMoreCellsInRow",
                MethodType.methodType(boolean.class));
        reader =
            find(StoreFileScanner.class, "getReader", MethodType.methodType(StoreFileReader.class));
      } catch (ReflectiveOperationException e) {
        mayHaveMoreCells = null;
        missing = List.of(e.toString());
      }
    }
    if (mayHaveMoreCells == null) {
      LOG.warn(
          "Rows come through HBase's scanner and not from store files: HBase is {}, known are {};"
              + " members that cannot be used: {}",
          version,
          KNOWN_VERSIONS,
          missing);
    }
    MAY_HAVE_MORE_CELLS = mayHaveMoreCells;
    READER = reader;
  }

  private HBaseInternals() {}

  static boolean isKnown(String version) {
    return KNOWN_VERSIONS.contains(version);
  }

  private static MethodHandle find(Class<?> owner, String name, MethodType type)
      throws ReflectiveOperationException {
    return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
        .findVirtual(owner, name, type);
  }

  /** False if this HBase is not one that was probed: then no other method may be called. */
  static boolean areKnown() {
    return MAY_HAVE_MORE_CELLS != null && READER != null;
  }

  /**
   * True if the last call with this context returned all cells that the row still had. HBase's own
   * server decides by it whether a Result is partial.
   */
  static boolean isRowComplete(ScannerContext context) {
    try {
      return !(boolean) MAY_HAVE_MORE_CELLS.invokeExact(context);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The reader that a scanner holds open. */
  static HFile.Reader reader(StoreFileScanner scanner) {
    try {
      return ((StoreFileReader) READER.invokeExact(scanner)).getHFileReader();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
