package org.apache.spark.sql.hbase.coprocessor.direct;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerNeeded;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;
import org.apache.spark.sql.hbase.coprocessor.direct.format.StoreFileNames;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.RegionCapture;
import org.apache.spark.sql.hbase.coprocessor.direct.walk.ScanZones;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.coprocessor.link.HBaseInternals;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RowCursor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides for the scans of one region whether they read store files. Thread-safe. */
public final class StoreFileScans {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFileScans.class);

  /**
   * Attribute of a Scan, set in the region server: the names of the region's files just before its
   * scanner was opened. What a client sends under this name is overwritten.
   */
  private static final String FILE_NAMES = "hbase.sparksql.store.files";

  private final boolean isEnabled;
  private final double forcedShare;
  private final ZoneMaps zoneMaps;
  private final ColumnMemory columnMemory;

  /** Another coprocessor wraps the scanners of this region. */
  private volatile boolean meetsForeignScanners;

  /**
   * @param forcedShare of the clean rows, 0 to 1, that go through the scanner; for tests
   * @param zoneMaps of the server
   * @param columnMemory of the server
   */
  public StoreFileScans(
      boolean isEnabled, double forcedShare, ZoneMaps zoneMaps, ColumnMemory columnMemory) {
    this.isEnabled = isEnabled;
    this.forcedShare = forcedShare;
    this.zoneMaps = zoneMaps;
    this.columnMemory = columnMemory;
  }

  /**
   * To be called before the scanner is opened.
   *
   * @return whether the scan will read store files, as far as that can be known by now
   */
  public boolean prepare(Scan scan, Region region) {
    if (!isUsable(region)) {
      return false;
    }
    HRegion captured = (HRegion) region;
    scan.setAttribute(FILE_NAMES, StoreFileNames.of(captured));
    return !meetsForeignScanners && ScanConditions.areMet(scan, captured);
  }

  /** Whether a call of the scanner returned all that was left of its row, if that can be known. */
  public Predicate<ScannerContext> rowEnds() {
    return isEnabled && StoreFileFit.isGiven() ? HBaseInternals::isRowComplete : context -> false;
  }

  private boolean isUsable(Region region) {
    return isEnabled && StoreFileFit.isGiven() && region instanceof HRegion;
  }

  /** Returns the reason why no scan of the region reads store files; empty if some may. */
  public Optional<ScannerReason> reasonOfRegion(Region region) {
    if (isUsable(region)) {
      return Optional.empty();
    }
    return Optional.of(isEnabled ? ScannerReason.UNKNOWN_HBASE_VERSION : ScannerReason.DISABLED);
  }

  /** Returns what HBase lacks, for people, where {@link #reasonOfRegion} is about HBase. */
  public Optional<String> problemOfHBase() {
    return isEnabled ? StoreFileFit.problem() : Optional.empty();
  }

  /**
   * Says where the rows of a scan come from.
   *
   * @param source of all rows
   * @param scannerReason why it is the scanner's; null where store files are read
   */
  public record Choice(ServerRowSource source, ScannerReason scannerReason) {}

  /**
   * Chooses for a scanner that was just opened.
   *
   * @param rows of that scanner
   * @param decoding of the scan's cells
   * @param ranges rows outside of them are passed over; null if all are wanted
   * @param counts is told where each row came from
   * @return a source that the caller closes
   */
  public Choice choose(
      Scan scan,
      RegionScanner scanner,
      Region region,
      ScannerRowSource rows,
      RowDecoding decoding,
      RowCursor ranges,
      SourceCounts counts)
      throws IOException {
    Optional<ScannerReason> reason = reasonOfRegion(region);
    if (reason.isPresent()) {
      return new Choice(rows, reason.get());
    }
    try {
      HRegion captured = (HRegion) region;
      ScanConditions.check(scan, captured);
      checkScanner(scanner);
      return new Choice(open(scan, scanner, captured, rows, decoding, ranges, counts), null);
    } catch (ScannerNeeded e) {
      return new Choice(rows, e.reason());
    } catch (LinkageError e) {
      LOG.error("HBase does not have what its probe has found; the scanner reads everything", e);
      return new Choice(rows, ScannerReason.UNKNOWN_HBASE_VERSION);
    }
  }

  private void checkScanner(RegionScanner scanner) throws ScannerNeeded {
    if (!HBaseInternals.isOfHBase(scanner)) {
      meetsForeignScanners = true;
      throw new ScannerNeeded(ScannerReason.FOREIGN_SCANNER);
    }
  }

  /**
   * Opens a source, which stands at its first row, in an operation of the region: one that closes,
   * because it moves, waits for that. Later calls are operations of the region anyway.
   *
   * @throws org.apache.hadoop.hbase.NotServingRegionException if the region is closing
   */
  private ServerRowSource open(
      Scan scan,
      RegionScanner scanner,
      HRegion region,
      ScannerRowSource rows,
      RowDecoding decoding,
      RowCursor ranges,
      SourceCounts counts)
      throws IOException, ScannerNeeded {
    RowInterval interval = RowInterval.of(scan);
    ServerRowSource source = null;
    boolean isKept = false;
    region.startRegionOperation(Region.Operation.SCAN);
    try {
      try {
        RegionCapture capture =
            RegionCapture.of(
                region,
                scan,
                scan.getAttribute(FILE_NAMES),
                scanner.getMvccReadPoint(),
                new ScanZones(
                    zoneMaps,
                    columnMemory,
                    decoding.probes(),
                    decoding.countsOnly(),
                    decoding.columns()));
        source =
            new StoreFileRowSource(
                rows,
                capture,
                decoding,
                interval.from(),
                interval.to(),
                new ForcedShare(forcedShare),
                ranges,
                counts);
      } finally {
        region.closeRegionOperation(Region.Operation.SCAN);
      }
      isKept = true;
      return source;
    } finally {
      if (!isKept && source != null) {
        source.close();
      }
    }
  }
}
