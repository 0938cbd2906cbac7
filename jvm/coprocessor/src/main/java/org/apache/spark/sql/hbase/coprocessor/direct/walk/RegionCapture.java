package org.apache.spark.sql.hbase.coprocessor.direct.walk;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.format.BlockReads;
import org.apache.spark.sql.hbase.coprocessor.direct.format.HeldFiles;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerNeeded;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;
import org.apache.spark.sql.hbase.coprocessor.direct.format.StoreFileNames;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;

/**
 * The files and the memory of the stores that a scan touches, held as the scanner holds them. Files
 * are referenced, so that they are neither closed nor archived. Cells in memory stay even when they
 * are flushed. Not thread-safe.
 */
public final class RegionCapture implements Closeable {
  /** A patch of more than this part of the base, by cells and by bytes, is not worth it. */
  private static final int LEAST_BASE_TO_PATCH = 2;

  /**
   * Clocks of a server may step back; no cell whose end of life is so near is taken from a file.
   */
  private static final long TTL_MARGIN_MILLIS = 60_000;

  private final List<WalkedFile> files = new ArrayList<>();
  private final List<WalkedFile> patchFiles = new ArrayList<>();
  private final List<FamilyRows> families = new ArrayList<>();
  private final List<FamilyPatch> patch = new ArrayList<>();

  private final LongConsumer readRequests;
  private final String region;
  private final long readPoint;
  private final ScanZones zones;

  /** Cells in base files and in the patch. */
  private long baseCells;

  private long patchCells;

  /** Their bytes. A group of rows has few cells, and a changed row in it is one. */
  private long baseBytes;

  private long patchBytes;

  /**
   * @param readRequests is told of rows that were read
   * @param region its encoded name
   * @param readPoint of the scan
   */
  RegionCapture(LongConsumer readRequests, String region, long readPoint, ScanZones zones) {
    this.readRequests = readRequests;
    this.region = region;
    this.readPoint = readPoint;
    this.zones = zones;
  }

  /**
   * Captures what the scanner of {@code scan}, which is open already, sees. To be called in an
   * operation of the region: one that closes takes the readers from its files.
   *
   * @param namesBefore of the region's files, before that scanner was opened
   * @param readPoint of that scanner
   * @param zones of the files, for this scan
   */
  public static RegionCapture of(
      HRegion region, Scan scan, byte[] namesBefore, long readPoint, ScanZones zones)
      throws IOException, ScannerNeeded {
    String name = region.getRegionInfo().getEncodedName();
    RegionCapture capture = new RegionCapture(region::addReadRequestsCount, name, readPoint, zones);
    boolean isKept = false;
    try {
      capture.addStores(region, scan);
      if (!Arrays.equals(namesBefore, StoreFileNames.of(region))) {
        throw new ScannerNeeded(ScannerReason.FILES_CHANGED);
      }
      isKept = true;
      return capture;
    } finally {
      if (!isKept) {
        capture.close();
      }
    }
  }

  private void addStores(HRegion region, Scan scan) throws IOException, ScannerNeeded {
    BlockReads reads =
        new BlockReads(scan.getCacheBlocks(), scan.getReadType() == Scan.ReadType.PREAD);
    for (byte[] family : scan.getFamilyMap().keySet()) {
      HStore store = region.getStore(family);
      long oldest = oldestTimestamp(store);
      List<FamilyRows> small;
      try (HeldFiles held = new HeldFiles()) {
        StoreFiles stored = StoreFiles.of(held.take(store), readPoint);
        patchCells += store.getMemStoreSize().getCellsCount();
        patchBytes += store.getMemStoreSize().getDataSize();
        small = addFiles(family, stored, reads, oldest);
      }
      addPatch(small, memory(store, scan, readPoint), oldest);
    }
    if (files.isEmpty()) {
      throw new ScannerNeeded(ScannerReason.NO_STORE_FILE);
    }
    if (baseCells < patchCells * LEAST_BASE_TO_PATCH
        && baseBytes < patchBytes * LEAST_BASE_TO_PATCH) {
      throw new ScannerNeeded(ScannerReason.LARGE_PATCH);
    }
  }

  /**
   * Opens the files of a family. Families come in the order of their names.
   *
   * @return its small files, for {@link #addPatch}
   */
  List<FamilyRows> addFiles(byte[] family, StoreFiles stored, BlockReads reads, long oldest)
      throws IOException {
    baseCells += StoreFiles.cells(stored.base());
    patchCells += StoreFiles.cells(stored.patch());
    baseBytes += StoreFiles.bytes(stored.base());
    patchBytes += StoreFiles.bytes(stored.patch());
    List<WalkedFile> base = open(stored.base(), reads, files);
    FamilyZones baseZones = new FamilyZones(base, file -> zones.of(file, family), readPoint);
    families.add(new FamilyRows(base, baseZones, reads, readPoint, oldest));
    // Without a stream of its own for each small file.
    BlockReads shared = new BlockReads(reads.cacheBlocks(), true);
    List<FamilyRows> small = new ArrayList<>();
    for (WalkedFile file : open(stored.patch(), shared, patchFiles)) {
      List<WalkedFile> one = List.of(file);
      FamilyZones none = new FamilyZones(one, unused -> null, readPoint);
      small.add(new FamilyRows(one, none, shared, readPoint, oldest));
    }
    return small;
  }

  /** Takes over the scanners over the memory of the family whose files were added last. */
  void addPatch(List<FamilyRows> small, List<KeyValueScanner> memory, long oldest) {
    patch.add(new FamilyPatch(small, memory, oldest));
  }

  /** Each file is noted in {@code opened} at once, which is closed whatever happens. */
  private List<WalkedFile> open(List<HStoreFile> files, BlockReads reads, List<WalkedFile> opened)
      throws IOException {
    List<WalkedFile> result = new ArrayList<>();
    for (HStoreFile file : files) {
      WalkedFile one = WalkedFile.open(file, reads, readPoint);
      opened.add(one);
      result.add(one);
    }
    return result;
  }

  private static List<KeyValueScanner> memory(HStore store, Scan scan, long readPoint)
      throws IOException {
    return HBaseInternals.memoryScanners(
        store, scan.getCacheBlocks(), scan.getStartRow(), scan.getStopRow(), readPoint);
  }

  private static long oldestTimestamp(HStore store) {
    long ttl = store.getScanInfo().getTtl();
    return ttl == HConstants.FOREVER || ttl == Long.MAX_VALUE
        ? 0
        : Math.max(0, EnvironmentEdgeManager.currentTime() - ttl + TTL_MARGIN_MILLIS);
  }

  /** Counts rows as read requests of the region, as the scanner does for its own. */
  public void countReads(long rows) {
    readRequests.accept(rows);
  }

  /** Null unless the scan counts the rows of one family. */
  public RowCounter newCounter() {
    return families.size() == 1 ? zones.newCounter(families.get(0)) : null;
  }

  /**
   * Null unless values of the one family may be kept.
   *
   * @param patchRows from {@link #newPatchRows}
   * @param startRow of the scan
   * @param stopRow first row that is not read any more; null for none
   */
  public ColumnReplay newReplay(PatchRows patchRows, byte[] startRow, byte[] stopRow) {
    return families.size() == 1
        ? zones.newReplay(families.get(0), patchRows, startRow, stopRow)
        : null;
  }

  /** In the order of the families' names. */
  public FamilyRows[] families() {
    return families.toArray(FamilyRows[]::new);
  }

  /** The scanners over memory become those of the result. */
  public PatchRows newPatchRows() {
    PatchRows rows =
        new PatchRows(
            patch.toArray(FamilyPatch[]::new), ColumnMemory.nameOfMemory(region, readPoint));
    patch.clear();
    return rows;
  }

  /** True if some row of a base file is at or behind {@code row}. */
  public boolean reaches(byte[] row) {
    return files.stream().anyMatch(file -> !file.endsBefore(row));
  }

  @Override
  public void close() {
    patch.forEach(FamilyPatch::close);
    patch.clear();
    files.forEach(WalkedFile::close);
    files.clear();
    patchFiles.forEach(WalkedFile::close);
    patchFiles.clear();
  }
}
