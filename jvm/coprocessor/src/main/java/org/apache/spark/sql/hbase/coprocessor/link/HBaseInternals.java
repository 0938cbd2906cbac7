package org.apache.spark.sql.hbase.coprocessor.link;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockWithScanInfo;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.regionserver.querymatcher.ScanQueryMatcher;

/**
 * The members that releases of HBase 2.6 keep to their packages, write in different ways or lack.
 * They are found once, when this class is initialised, so a call costs what a call in the source
 * would cost. The {@code missing} methods say what a part of the coprocessor cannot use; where one
 * of them names something, that part calls nothing here.
 */
public final class HBaseInternals {
  private static final String SCANNER = "org.apache.hadoop.hbase.regionserver.RegionScannerImpl";
  private static final String INDEX =
      "org.apache.hadoop.hbase.io.hfile.HFileBlockIndex$CellBasedKeyBlockIndexReader";

  private static final Search FOR_BACKWARD_READS = new Search();
  private static final Search FOR_SPLIT_POINTS = new Search();
  private static final Search FOR_STORE_FILES = new Search();

  /** Public from 2.6.3 on. */
  private static final Class<?> REGION_SCANNER = FOR_BACKWARD_READS.type(SCANNER);

  /** Public from 2.6.4 on. */
  private static final Class<?> INDEX_READER = FOR_SPLIT_POINTS.type(INDEX);

  private static final MethodHandle ROOT_ENTRIES =
      FOR_SPLIT_POINTS.ofIndex("getRootBlockCount", int.class);

  private static final MethodHandle ROOT_ENTRY =
      FOR_SPLIT_POINTS.ofIndex("rootBlockContainingKey", int.class, Cell.class);

  private static final MethodHandle LOAD_BLOCK =
      FOR_STORE_FILES.ofIndex(
          "loadDataBlockWithScanInfo",
          BlockWithScanInfo.class,
          Cell.class,
          HFileBlock.class,
          boolean.class,
          boolean.class,
          boolean.class,
          DataBlockEncoding.class,
          HFile.CachingBlockReader.class);

  private static final MethodHandle MAY_HAVE_MORE_CELLS =
      FOR_STORE_FILES.method(ScannerContext.class, "mayHaveMoreCellsInRow", boolean.class);

  private static final MethodHandle READER =
      FOR_STORE_FILES.method(StoreFileScanner.class, "getReader", StoreFileReader.class);

  /** Public from 2.6.3 on. */
  private static final MethodHandle OFFSET =
      FOR_STORE_FILES.method(HFileBlock.class, "getOffset", long.class);

  /** Public from 2.6.4 on. */
  private static final MethodHandle NEXT_SIZE =
      FOR_STORE_FILES.method(HFileBlock.class, "getNextBlockOnDiskSize", int.class);

  private static final MethodHandle IS_HISTORICAL = isHistorical();
  private static final MethodHandle MEMORY_SCANNERS = memoryScanners();

  private HBaseInternals() {}

  /** Returns what HBase lacks of the members with which store files are read; empty if nothing. */
  public static List<String> missingForStoreFiles() {
    return FOR_STORE_FILES.and(FOR_BACKWARD_READS);
  }

  /** Returns what HBase lacks of that with which a region is read from its end. */
  public static List<String> missingForBackwardReads() {
    return List.copyOf(FOR_BACKWARD_READS.missing);
  }

  /** Returns what HBase lacks of that with which split points are found. */
  public static List<String> missingForSplitPoints() {
    return List.copyOf(FOR_SPLIT_POINTS.missing);
  }

  /** Releases before 2.6.1 never write files that hold old versions only. */
  private static MethodHandle isHistorical() {
    MethodHandle found = new Search().method(HStoreFile.class, "isHistorical", boolean.class);
    return found == null
        ? MethodHandles.dropArguments(
            MethodHandles.constant(boolean.class, false), 0, HStoreFile.class)
        : found;
  }

  /** From 2.6.1 on the last argument says whether files of old versions are left out. */
  private static MethodHandle memoryScanners() {
    Class<?>[] parameters = {
      List.class,
      boolean.class,
      boolean.class,
      boolean.class,
      ScanQueryMatcher.class,
      byte[].class,
      boolean.class,
      byte[].class,
      boolean.class,
      long.class,
      boolean.class
    };
    MethodHandle before = new Search().method(HStore.class, "getScanners", List.class, parameters);
    if (before != null) {
      return MethodHandles.dropArguments(before, parameters.length + 1, boolean.class);
    }
    List<Class<?>> withVersions = new ArrayList<>(List.of(parameters));
    withVersions.add(boolean.class);
    return FOR_STORE_FILES.method(
        HStore.class, "getScanners", List.class, withVersions.toArray(Class<?>[]::new));
  }

  /**
   * True if the last call with this context returned all cells that the row still had. HBase's own
   * server decides by it whether a Result is partial.
   */
  public static boolean isRowComplete(ScannerContext context) {
    try {
      return !(boolean) MAY_HAVE_MORE_CELLS.invokeExact(context);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** True for a scanner that HBase itself made for a region, which nobody wrapped. */
  public static boolean isOfHBase(RegionScanner scanner) {
    return scanner.getClass() == REGION_SCANNER;
  }

  /** The reader that a scanner holds open. */
  public static HFile.Reader reader(StoreFileScanner scanner) {
    try {
      return ((StoreFileReader) READER.invokeExact(scanner)).getHFileReader();
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** True for a file with nothing but versions that newer ones have replaced. */
  public static boolean isHistorical(HStoreFile file) {
    try {
      return (boolean) IS_HISTORICAL.invokeExact(file);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /**
   * Opens scanners over the memory of a store, of all rows from one to another, both with it.
   *
   * @param readPoint cells that were written behind it are not shown
   */
  @SuppressWarnings("unchecked")
  public static List<KeyValueScanner> memoryScanners(
      HStore store, boolean cacheBlocks, byte[] from, byte[] to, long readPoint)
      throws IOException {
    List<HStoreFile> noFiles = List.of();
    try {
      return (List<KeyValueScanner>)
          (List<?>)
              MEMORY_SCANNERS.invokeExact(
                  store,
                  (List<?>) noFiles,
                  cacheBlocks,
                  true,
                  false,
                  (ScanQueryMatcher) null,
                  from,
                  true,
                  to,
                  true,
                  readPoint,
                  true,
                  true);
    } catch (Throwable e) {
      throw checked(e);
    }
  }

  /** The place of a block in its file. */
  public static long offset(HFileBlock block) {
    try {
      return (long) OFFSET.invokeExact(block);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** The bytes that the block behind this one takes in the file; not positive if unknown. */
  public static int nextSize(HFileBlock block) {
    try {
      return (int) NEXT_SIZE.invokeExact(block);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Loads the data block that may hold a cell; null if the cell comes before all of the file. */
  public static BlockWithScanInfo loadBlock(
      HFile.Reader reader,
      Cell cell,
      boolean cacheBlocks,
      boolean pread,
      DataBlockEncoding encodingInCache)
      throws IOException {
    try {
      return (BlockWithScanInfo)
          LOAD_BLOCK.invokeExact(
              reader,
              cell,
              (HFileBlock) null,
              cacheBlocks,
              pread,
              false,
              encodingInCache,
              (HFile.CachingBlockReader) reader);
    } catch (Throwable e) {
      throw checked(e);
    }
  }

  /** The number of entries in the part of a file's block index that is in memory. */
  public static int rootEntries(HFile.Reader reader) {
    try {
      return (int) ROOT_ENTRIES.invokeExact(reader);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** The entry among these whose blocks may hold a cell. */
  public static int rootEntry(HFile.Reader reader, Cell cell) {
    try {
      return (int) ROOT_ENTRY.invokeExact(reader, cell);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static IOException checked(Throwable e) {
    if (e instanceof IOException) {
      return (IOException) e;
    }
    throw unchecked(e);
  }

  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof Error) {
      throw (Error) e;
    }
    return e instanceof RuntimeException ? (RuntimeException) e : new IllegalStateException(e);
  }

  /** Looks for members, and notes those that are not there. */
  private static final class Search {
    private final List<String> missing = new ArrayList<>();

    List<String> and(Search other) {
      List<String> both = new ArrayList<>(missing);
      both.addAll(other.missing);
      return both;
    }

    Class<?> type(String name) {
      try {
        return Class.forName(name, false, HBaseInternals.class.getClassLoader());
      } catch (ReflectiveOperationException | LinkageError e) {
        missing.add(name.substring(name.lastIndexOf('.') + 1));
        return null;
      }
    }

    MethodHandle method(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
      try {
        return find(owner, name, MethodType.methodType(result, parameters));
      } catch (ReflectiveOperationException | LinkageError e) {
        missing.add(owner.getSimpleName() + "." + name);
        return null;
      }
    }

    /** A method of a file's block index, to be called with the reader of the file. */
    MethodHandle ofIndex(String name, Class<?> result, Class<?>... parameters) {
      if (INDEX_READER == null) {
        missing.add("HFileBlockIndex." + name);
        return null;
      }
      try {
        MethodHandle index =
            find(
                HFile.Reader.class, "getDataBlockIndexReader", MethodType.methodType(INDEX_READER));
        return MethodHandles.filterArguments(
            find(INDEX_READER, name, MethodType.methodType(result, parameters)), 0, index);
      } catch (ReflectiveOperationException | LinkageError e) {
        missing.add("HFileBlockIndex." + name);
        return null;
      }
    }

    private static MethodHandle find(Class<?> owner, String name, MethodType type)
        throws ReflectiveOperationException {
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .findVirtual(owner, name, type);
    }
  }
}
