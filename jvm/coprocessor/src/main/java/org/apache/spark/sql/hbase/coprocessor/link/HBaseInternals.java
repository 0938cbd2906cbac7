package org.apache.spark.sql.hbase.coprocessor.link;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockWithScanInfo;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.ipc.RpcCallContext;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.regionserver.querymatcher.ScanQueryMatcher;

/**
 * The members that releases of HBase keep to their packages, write in different ways or lack. They
 * are found once, when this class is initialised, so a call costs what a call in the source would
 * cost. The {@code missing} methods say what a part of the coprocessor cannot use; where one of
 * them names something, that part calls nothing here.
 */
public final class HBaseInternals {
  private static final String SCANNER = "org.apache.hadoop.hbase.regionserver.RegionScannerImpl";
  private static final String FILE_SCANNER =
      "org.apache.hadoop.hbase.io.hfile.HFileReaderImpl$HFileScannerImpl";
  private static final String INDEX =
      "org.apache.hadoop.hbase.io.hfile.HFileBlockIndex$CellBasedKeyBlockIndexReader";

  private static final Search FOR_SUB_PLANS = new Search();
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
          ExtendedCell.class,
          HFileBlock.class,
          boolean.class,
          boolean.class,
          boolean.class,
          DataBlockEncoding.class,
          HFile.CachingBlockReader.class);

  private static final MethodHandle NEXT_INDEXED_KEY =
      FOR_STORE_FILES.method(BlockWithScanInfo.class, "getNextIndexedKey", ExtendedCell.class);

  private static final MethodHandle MAY_HAVE_MORE_CELLS =
      FOR_STORE_FILES.method(ScannerContext.class, "mayHaveMoreCellsInRow", boolean.class);

  private static final MethodHandle PEEK =
      FOR_STORE_FILES.method(KeyValueScanner.class, "peek", ExtendedCell.class);

  private static final MethodHandle NEXT =
      FOR_STORE_FILES.method(KeyValueScanner.class, "next", ExtendedCell.class);

  private static final MethodHandle SEEK =
      FOR_STORE_FILES.method(KeyValueScanner.class, "seek", boolean.class, ExtendedCell.class);

  private static final MethodHandle RESEEK =
      FOR_STORE_FILES.method(KeyValueScanner.class, "reseek", boolean.class, ExtendedCell.class);

  private static final MethodHandle READER =
      FOR_STORE_FILES.method(StoreFileScanner.class, "getReader", StoreFileReader.class);

  private static final MethodHandle CURRENT_BLOCK = FOR_STORE_FILES.currentBlock();

  /** Public from 2.6.3 on. */
  private static final MethodHandle OFFSET =
      FOR_STORE_FILES.method(HFileBlock.class, "getOffset", long.class);

  /** Public from 2.6.4 on. */
  private static final MethodHandle NEXT_SIZE =
      FOR_STORE_FILES.method(HFileBlock.class, "getNextBlockOnDiskSize", int.class);

  /** Public from 2.5.12 and 2.6.0 on. */
  private static final MethodHandle UNCOMPRESSED_SIZE =
      FOR_STORE_FILES.method(HFileBlock.class, "getUncompressedSizeWithoutHeader", int.class);

  /** Null before 2.6.0, where nothing limits the blocks that a call reads. */
  private static final MethodHandle LIMIT_WITH_BLOCKS =
      new Search().sizeLimit(long.class, long.class, long.class);

  private static final MethodHandle LIMIT = limit();

  private static final MethodHandle COUNT_BLOCK =
      ifThere(RpcCallContext.class, "incrementBlockBytesScanned", long.class);

  private static final MethodHandle COUNT_SOUGHT_BLOCK =
      ifThere(StoreFileScanner.class, "recordBlockSize", IntConsumer.class);

  private static final MethodHandle IS_HISTORICAL = isHistorical();
  private static final MethodHandle MEMORY_SCANNERS = memoryScanners();

  private HBaseInternals() {}

  /** Returns what HBase lacks of the members that every sub-plan needs; empty if nothing. */
  public static List<String> missingForSubPlans() {
    return List.copyOf(FOR_SUB_PLANS.missing);
  }

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

  private static MethodHandle limit() {
    if (LIMIT_WITH_BLOCKS != null) {
      return LIMIT_WITH_BLOCKS;
    }
    MethodHandle before = FOR_SUB_PLANS.sizeLimit(long.class, long.class);
    return before == null ? null : MethodHandles.dropArguments(before, 4, long.class);
  }

  /** Does nothing on a release that does not count the blocks of a call, as those before 2.6.0. */
  private static MethodHandle ifThere(Class<?> owner, String name, Class<?> parameter) {
    MethodHandle found = new Search().method(owner, name, void.class, parameter);
    return found == null
        ? MethodHandles.empty(MethodType.methodType(void.class, owner, parameter))
        : found;
  }

  /** Releases before 2.6.1 and 2.5.10 never write files that hold old versions only. */
  private static MethodHandle isHistorical() {
    MethodHandle found = new Search().method(HStoreFile.class, "isHistorical", boolean.class);
    return found == null
        ? MethodHandles.dropArguments(
            MethodHandles.constant(boolean.class, false), 0, HStoreFile.class)
        : found;
  }

  /** From 2.6.1 and 2.5.10 on the last argument says whether files of old versions are left out. */
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

  /** The cell that a scanner stands at; null at its end. */
  public static ExtendedCell peek(KeyValueScanner scanner) {
    try {
      return (ExtendedCell) PEEK.invokeExact(scanner);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Passes over the cell that a scanner stands at. */
  public static void next(KeyValueScanner scanner) throws IOException {
    try {
      ExtendedCell unused = (ExtendedCell) NEXT.invokeExact(scanner);
    } catch (Throwable e) {
      throw checked(e);
    }
  }

  /** Goes to the first cell at or behind one. */
  public static void seek(KeyValueScanner scanner, ExtendedCell cell) throws IOException {
    try {
      boolean unused = (boolean) SEEK.invokeExact(scanner, cell);
    } catch (Throwable e) {
      throw checked(e);
    }
  }

  /** Goes forward to the first cell at or behind one. */
  public static void reseek(KeyValueScanner scanner, ExtendedCell cell) throws IOException {
    try {
      boolean unused = (boolean) RESEEK.invokeExact(scanner, cell);
    } catch (Throwable e) {
      throw checked(e);
    }
  }

  /** The reader that a scanner holds open. */
  public static HFile.Reader reader(StoreFileScanner scanner) {
    try {
      return ((StoreFileReader) READER.invokeExact(scanner)).getHFileReader();
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** The block of the file that a scanner stands in; null before its first. No half of a file. */
  public static HFileBlock currentBlock(StoreFileScanner scanner) {
    try {
      return (HFileBlock) CURRENT_BLOCK.invokeExact(scanner);
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

  /** The bytes of a block when it is decompressed. */
  public static int uncompressedSize(HFileBlock block) {
    try {
      return (int) UNCOMPRESSED_SIZE.invokeExact(block);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** True if a call can be limited by the blocks that it reads. */
  public static boolean limitsBlocks() {
    return LIMIT_WITH_BLOCKS != null;
  }

  /**
   * Limits what a call of a scanner reads.
   *
   * @param cellBytes of cells, and of the memory that they take
   * @param blockBytes of blocks; of no effect where {@link #limitsBlocks} is false
   */
  public static void limitSizes(
      ScannerContext.Builder limits, LimitScope scope, long cellBytes, long blockBytes) {
    try {
      ScannerContext.Builder unused =
          (ScannerContext.Builder)
              LIMIT.invokeExact(limits, scope, cellBytes, cellBytes, blockBytes);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Counts a block that was read for a call of a client. */
  public static void countBlock(RpcCallContext call, long bytes) {
    try {
      COUNT_BLOCK.invokeExact(call, bytes);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Counts the block that a scanner stands in, once for each block. */
  public static void countBlock(RpcCallContext call, StoreFileScanner scanner) {
    IntConsumer count = bytes -> countBlock(call, bytes);
    try {
      COUNT_SOUGHT_BLOCK.invokeExact(scanner, count);
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
      ExtendedCell cell,
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

  /** The first key in the index behind a block, which is not the last one of its file. */
  public static ExtendedCell nextIndexedKey(BlockWithScanInfo found) {
    try {
      return (ExtendedCell) NEXT_INDEXED_KEY.invokeExact(found);
    } catch (Throwable e) {
      throw unchecked(e);
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

    /** The method that limits sizes, with these arguments behind the scope. */
    MethodHandle sizeLimit(Class<?>... limits) {
      Class<?>[] parameters = new Class<?>[limits.length + 1];
      parameters[0] = LimitScope.class;
      System.arraycopy(limits, 0, parameters, 1, limits.length);
      return method(
          ScannerContext.Builder.class, "setSizeLimit", ScannerContext.Builder.class, parameters);
    }

    /** The block in which the scanner of a file stands, from the scanner of the store file. */
    MethodHandle currentBlock() {
      MethodHandle ofStoreFile = field(StoreFileScanner.class, "hfs", HFileScanner.class);
      Class<?> ofFile = type(FILE_SCANNER);
      MethodHandle block = ofFile == null ? null : field(ofFile, "curBlock", HFileBlock.class);
      return ofStoreFile == null || block == null
          ? null
          : MethodHandles.filterArguments(
              block.asType(MethodType.methodType(HFileBlock.class, HFileScanner.class)),
              0,
              ofStoreFile);
    }

    private MethodHandle field(Class<?> owner, String name, Class<?> type) {
      try {
        return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
            .findGetter(owner, name, type);
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

    /** Before 3.0 members take and give a Cell where they take and give an ExtendedCell since. */
    private static MethodHandle find(Class<?> owner, String name, MethodType type)
        throws ReflectiveOperationException {
      Lookup lookup = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
      try {
        return lookup.findVirtual(owner, name, type);
      } catch (NoSuchMethodException e) {
        return lookup
            .findVirtual(owner, name, beforeExtendedCells(type))
            .asType(type.insertParameterTypes(0, owner));
      }
    }

    private static MethodType beforeExtendedCells(MethodType type) {
      MethodType before = type;
      for (int i = 0; i < type.parameterCount(); i++) {
        if (type.parameterType(i) == ExtendedCell.class) {
          before = before.changeParameterType(i, Cell.class);
        }
      }
      return type.returnType() == ExtendedCell.class ? before.changeReturnType(Cell.class) : before;
    }
  }
}
