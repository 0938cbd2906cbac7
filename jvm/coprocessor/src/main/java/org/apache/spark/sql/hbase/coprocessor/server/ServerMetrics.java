package org.apache.spark.sql.hbase.coprocessor.server;

import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.spark.sql.hbase.coprocessor.direct.SourceCounts;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;

/**
 * The metrics that operators of a region server see, beside HBase's own coprocessor metrics. Shared
 * by all regions of the server; its gauges are of {@link ServerState}. Thread-safe.
 */
public final class ServerMetrics {
  private final Counter scans;
  private final Counter refusedScans;
  private final Counter frames;
  private final Counter waits;
  private final Counter slowScans;
  private final Counter rowsScanned;
  private final Counter storeFileScans;
  private final Counter storeFileRows;
  private final Counter columnMemoryRows;
  private final Counter storeFileBlocks;
  private final Counter storeFileBlocksSkipped;

  /** Scans, or single rows, that HBase's scanner read, by the reason. */
  private final Map<ScannerReason, Counter> scannerReads = new EnumMap<>(ScannerReason.class);

  public ServerMetrics(MetricRegistry registry) {
    scans = registry.counter("subPlanScans");
    refusedScans = registry.counter("refusedSubPlanScans");
    frames = registry.counter("resultFrames");
    waits = registry.counter("subPlanWaits");
    slowScans = registry.counter("slowSubPlans");
    rowsScanned = registry.counter("rowsScanned");
    storeFileScans = registry.counter("storeFileScans");
    storeFileRows = registry.counter("storeFileRows");
    columnMemoryRows = registry.counter("columnMemoryRows");
    storeFileBlocks = registry.counter("storeFileBlocks");
    storeFileBlocksSkipped = registry.counter("storeFileBlocksSkipped");
    for (ScannerReason reason : ScannerReason.values()) {
      String what = reason.isWholeScan() ? "scannerScans_" : "scannerRows_";
      scannerReads.put(reason, registry.counter(what + reason));
    }
  }

  public void scanOpened() {
    scans.increment();
  }

  /** A call ended before the scan got a turn to compute. */
  public void callWaited() {
    waits.increment();
  }

  /** The calls of a scan took longer together than operators want to hear of. */
  public void scanWasSlow() {
    slowScans.increment();
  }

  void scanRefused() {
    refusedScans.increment();
  }

  /**
   * @param wholeScan why the scanner reads everything; null if store files are read
   */
  public void sourceChosen(ScannerReason wholeScan) {
    (wholeScan == null ? storeFileScans : scannerReads.get(wholeScan)).increment();
  }

  public void rowsRead(SourceCounts counts) {
    storeFileRows.increment(counts.fileRows());
    columnMemoryRows.increment(counts.memoryRows());
    storeFileBlocks.increment(counts.blocks());
    storeFileBlocksSkipped.increment(counts.skippedBlocks());
    counts
        .scannerRows()
        .forEach(
            (reason, rows) -> {
              if (!reason.isWholeScan()) {
                scannerReads.get(reason).increment(rows);
              }
            });
  }

  public void frameSent(long frameRowsScanned) {
    frames.increment();
    rowsScanned.increment(frameRowsScanned);
  }
}
