package org.apache.spark.sql.hbase.coprocessor.direct.format;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;

/**
 * The members that HBase keeps to its own packages, found once. {@code StoreFileFit} says whether
 * they may be used, and is asked first.
 */
public final class HBaseInternals {
  private static final MethodHandle MAY_HAVE_MORE_CELLS;
  private static final MethodHandle READER;

  /** The member that is not there; empty if all are. */
  private static final List<String> MISSING;

  static {
    MethodHandle mayHaveMoreCells = null;
    MethodHandle reader = null;
    List<String> missing = List.of();
    try {
      mayHaveMoreCells =
          find(ScannerContext.class, "mayHaveMoreCellsInRow", MethodType.methodType(boolean.class));
      reader =
          find(StoreFileScanner.class, "getReader", MethodType.methodType(StoreFileReader.class));
    } catch (ReflectiveOperationException e) {
      missing = List.of(e.toString());
    }
    MAY_HAVE_MORE_CELLS = mayHaveMoreCells;
    READER = reader;
    MISSING = missing;
  }

  private HBaseInternals() {}

  /**
   * Returns the member that this HBase lacks; while there is one, no other method may be called.
   */
  public static List<String> missing() {
    return MISSING;
  }

  private static MethodHandle find(Class<?> owner, String name, MethodType type)
      throws ReflectiveOperationException {
    return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
        .findVirtual(owner, name, type);
  }

  /**
   * True if the last call with this context returned all cells that the row still had. HBase's own
   * server decides by it whether a Result is partial.
   */
  public static boolean isRowComplete(ScannerContext context) {
    try {
      return !(boolean) MAY_HAVE_MORE_CELLS.invokeExact(context);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** The reader that a scanner holds open. */
  public static HFile.Reader reader(StoreFileScanner scanner) {
    try {
      return ((StoreFileReader) READER.invokeExact(scanner)).getHFileReader();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
