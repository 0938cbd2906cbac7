package org.apache.spark.sql.hbase.client.scan;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.hbase.wire.proto.StopReason;

/**
 * The work that one reader has done so far. "Server" counts what region servers report in their
 * frames, "local" what the engine did in this process with rows of scans. "Get" is the same for
 * rows of gets. Their sums are the whole work.
 *
 * @param serverRowsScanned rows that region servers looked at
 * @param serverRowsFromStoreFiles of these, rows decoded below HBase's scanner
 * @param serverRowsFromMemory of these, rows whose values region servers had in memory
 * @param scannerRows rows that region servers asked HBase's scanner for, by the reason why they did
 *     not come from store files
 * @param serverRowsKept of all scanned, rows that passed all filters
 * @param serverCellsScanned HBase cells that region servers looked at
 * @param serverNanos wall time inside the region servers' scanners
 * @param serverFlushes frames sent because of a bound rather than the end of a region
 * @param framesByReason frames by the reason why they were sent when they were
 * @param serverSeeks jumps of region servers to the row key where the next key range begins
 * @param serverRowsSkipped rows that region servers met outside of the key ranges; what a seek
 *     jumps over is not seen by anybody
 * @param serverBlocks blocks of store files that region servers read for them
 * @param serverBlocksSkipped blocks that they did not read, because no row in them could pass
 * @param localRowsScanned rows that came as plain cells
 * @param localRowsKept of these, rows that passed all filters
 * @param localCellsScanned cells of these rows
 * @param gets row keys asked for one by one
 * @param getCalls batches that they were sent in; each goes to all of its region servers at once
 * @param getRows rows that they brought, which are not counted as local ones
 * @param getRowsKept of these, rows that passed all filters
 * @param getCells cells of these rows
 * @param undecodableValues values that are NULL because their bytes do not decode, wherever the
 *     engine met them
 * @param foreignRows rows that are in no answer because their row keys do not decode, wherever the
 *     engine met them
 * @param mergedGroups groups of a columnar table whose rows were picked out by row key, wherever
 *     the engine met them
 * @param skippedChunks chunks of such a table that were not decoded, because no row in them could
 *     pass
 * @param unseenRows rows that passed keys of a join unseen, because hardly any row before them had
 *     failed, wherever the engine met them
 * @param frames result frames received, including empty and dropped ones
 * @param rowsReceived rows that crossed the wire: rows of frames and plain rows
 * @param bytesReceived bytes of the Results that crossed the wire
 * @param planBytes of the sub-plans that went along with scans, once for each that was opened
 * @param rpcs scan calls to region servers
 * @param reopens scans opened again, and batches of gets sent again, after an error or an overlap
 * @param unusableFilters scans that brought whole key ranges as plain cells, because region servers
 *     cannot use the filter for them
 * @param fallbacks where the engine ran in this process, in row-key order
 */
public record ReaderStatistics(
    long serverRowsScanned,
    long serverRowsFromStoreFiles,
    long serverRowsFromMemory,
    Map<String, Long> scannerRows,
    long serverRowsKept,
    long serverCellsScanned,
    long serverNanos,
    long serverFlushes,
    Map<StopReason, Long> framesByReason,
    long serverSeeks,
    long serverRowsSkipped,
    long serverBlocks,
    long serverBlocksSkipped,
    long localRowsScanned,
    long localRowsKept,
    long localCellsScanned,
    long gets,
    long getCalls,
    long getRows,
    long getRowsKept,
    long getCells,
    long undecodableValues,
    long foreignRows,
    long mergedGroups,
    long skippedChunks,
    long unseenRows,
    long frames,
    long rowsReceived,
    long bytesReceived,
    long planBytes,
    long rpcs,
    long reopens,
    long unusableFilters,
    List<FallbackRange> fallbacks) {

  /** Frames that were sent for that reason. */
  public long frames(StopReason reason) {
    return framesByReason.getOrDefault(reason, 0L);
  }

  /** Times that the engine ran in this process for one of these reasons. */
  public long fallbacks(FallbackReason... reasons) {
    List<FallbackReason> counted = List.of(reasons);
    return fallbacks.stream().filter(range -> counted.contains(range.reason())).count();
  }

  public long rowsScanned() {
    return serverRowsScanned + localRowsScanned + getRows;
  }

  public long rowsKept() {
    return serverRowsKept + localRowsKept + getRowsKept;
  }

  public long cellsScanned() {
    return serverCellsScanned + localCellsScanned + getCells;
  }
}
