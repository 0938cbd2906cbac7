package org.apache.spark.sql.hbase.coprocessor.scan;

import java.util.Map;
import org.apache.spark.sql.hbase.coprocessor.direct.SourceCounts;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;
import org.apache.spark.sql.hbase.coprocessor.server.ServerMetrics;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.ScannerRows;

/**
 * Tells clients and operators which source the rows of one scan came from, and why not from store
 * files. Not thread-safe.
 */
final class SourceReport {
  private final SourceCounts counts;
  private final ScannerReason wholeScan;
  private final ServerMetrics metrics;

  /**
   * @param counts of the source
   * @param wholeScan why the scanner delivers all rows; null if it does not
   */
  SourceReport(SourceCounts counts, ScannerReason wholeScan, ServerMetrics metrics) {
    this.counts = counts;
    this.wholeScan = wholeScan;
    this.metrics = metrics;
    metrics.sourceChosen(wholeScan);
  }

  /** Adds what came since the last call to the statistics of a frame. */
  FrameStatistics addTo(FrameStatistics statistics) {
    if (wholeScan != null) {
      counts.addScannerRows(wholeScan, statistics.getRowsScanned());
    }
    metrics.rowsRead(counts);
    FrameStatistics.Builder reported =
        statistics.toBuilder()
            .setRowsFromStoreFiles(counts.fileRows())
            .setRowsFromColumnMemory(counts.memoryRows())
            .setStoreFileBlocks(counts.blocks())
            .setStoreFileBlocksSkipped(counts.skippedBlocks());
    for (Map.Entry<ScannerReason, Long> rows : counts.scannerRows().entrySet()) {
      reported.addScannerRows(
          ScannerRows.newBuilder().setReason(rows.getKey().name()).setRows(rows.getValue()));
    }
    counts.reset();
    return reported.build();
  }
}
