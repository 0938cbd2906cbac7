package org.apache.spark.sql.hbase.coprocessor.direct;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * What HBase keeps to its own package, probed once. Where the probe fails, or the version is
 * another one than those whose scan path was read line by line, nothing of this package is used.
 */
final class HBaseInternals {
  /** The releases whose cells, blocks and read points are as docs/decisions/0004 says. */
  private static final String KNOWN_VERSIONS = "2.6.";

  private static final MethodHandle MAY_HAVE_MORE_CELLS;
  private static final MethodHandle READER;

  static {
    MethodHandle mayHaveMoreCells = null;
    MethodHandle reader = null;
    if (isKnown(VersionInfo.getVersion())) {
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
      }
    }
    MAY_HAVE_MORE_CELLS = mayHaveMoreCells;
    READER = reader;
  }

  private HBaseInternals() {}

  static boolean isKnown(String version) {
    return version.startsWith(KNOWN_VERSIONS);
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
