package org.apache.spark.sql.hbase.client.scan;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.ScannerRows;
import org.apache.spark.sql.hbase.wire.proto.StopReason;

/**
 * The counters behind {@link ReaderStatistics}. Not thread-safe, but for {@link #addRpcs}, {@link
 * #addReopens} and {@link #addUnusableFilter}: scans may be read by another thread.
 */
public final class StatisticsCounter {
  private long serverRowsScanned;
  private long serverRowsFromStoreFiles;
  private long serverRowsFromMemory;
  private long serverRowsKept;
  private long serverCellsScanned;
  private long serverNanos;
  private long serverFlushes;
  private final Map<StopReason, Long> framesByReason = new EnumMap<>(StopReason.class);
  private long serverSeeks;
  private long serverRowsSkipped;
  private long serverBlocks;
  private long serverBlocksSkipped;
  private long localRowsScanned;
  private long localRowsKept;
  private long localCellsScanned;
  private long gets;
  private long getCalls;
  private long getRows;
  private long getRowsKept;
  private long getCells;
  private long undecodableValues;
  private long foreignRows;
  private long mergedGroups;
  private long skippedChunks;
  private long unseenRows;
  private long frames;
  private long rowsReceived;
  private long bytesReceived;
  private long planBytes;
  private final Map<String, Long> scannerRows = new HashMap<>();
  private final AtomicLong rpcs = new AtomicLong();
  private final AtomicLong reopens = new AtomicLong();
  private final AtomicLong unusableFilters = new AtomicLong();
  private final List<FallbackRange> fallbacks = new ArrayList<>();

  /**
   * A frame was taken, whether or not its rows are used. One that was fetched ahead and that nobody
   * asked for any more is not counted.
   */
  void addFrame(FrameHeader header, long bytes) {
    bytesReceived += bytes;
    FrameStatistics statistics = header.getStatistics();
    frames++;
    rowsReceived += header.getRowCount();
    serverRowsScanned += statistics.getRowsScanned();
    serverRowsFromStoreFiles += statistics.getRowsFromStoreFiles();
    serverRowsFromMemory += statistics.getRowsFromColumnMemory();
    for (ScannerRows rows : statistics.getScannerRowsList()) {
      scannerRows.merge(rows.getReason(), rows.getRows(), Long::sum);
    }
    serverRowsKept += statistics.getRowsKept();
    serverCellsScanned += statistics.getCellsScanned();
    serverNanos += statistics.getServerNanos();
    serverFlushes += statistics.getFlushes();
    framesByReason.merge(header.getStopReason(), 1L, Long::sum);
    serverSeeks += statistics.getSeeks();
    serverRowsSkipped += statistics.getRowsSkipped();
    serverBlocks += statistics.getStoreFileBlocks();
    serverBlocksSkipped += statistics.getStoreFileBlocksSkipped();
    addAnywhere(statistics);
  }

  private void addAnywhere(FrameStatistics statistics) {
    undecodableValues += statistics.getUndecodableValues();
    foreignRows += statistics.getForeignRows();
    mergedGroups += statistics.getMergedGroups();
    skippedChunks += statistics.getSkippedChunks();
    unseenRows += statistics.getRowsUnseen();
  }

  /** The engine in this process emitted something. */
  void addLocal(FrameStatistics counted) {
    addAnywhere(counted);
    localRowsScanned += counted.getRowsScanned();
    localRowsKept += counted.getRowsKept();
    localCellsScanned += counted.getCellsScanned();
  }

  /** One batch of gets was sent. */
  public void addGets(long rowKeys) {
    gets += rowKeys;
    getCalls++;
  }

  /** The engine in this process emitted something of rows that gets brought. */
  public void addGotten(FrameStatistics counted) {
    addAnywhere(counted);
    getRows += counted.getRowsScanned();
    getRowsKept += counted.getRowsKept();
    getCells += counted.getCellsScanned();
  }

  /** A row crossed the wire as plain cells. */
  void addPlainRow(long bytes) {
    rowsReceived++;
    bytesReceived += bytes;
  }

  /** A scan with a sub-plan was opened. */
  void addPlan(long bytes) {
    planBytes += bytes;
  }

  void addRpcs(long count) {
    rpcs.addAndGet(count);
  }

  public void addReopen() {
    addReopens(1);
  }

  void addReopens(long count) {
    reopens.addAndGet(count);
  }

  /** A plain scan goes on without its filter. */
  void addUnusableFilter() {
    unusableFilters.incrementAndGet();
  }

  void addFallback(FallbackRange range) {
    fallbacks.add(range);
  }

  public ReaderStatistics snapshot() {
    return new ReaderStatistics(
        serverRowsScanned,
        serverRowsFromStoreFiles,
        serverRowsFromMemory,
        Map.copyOf(scannerRows),
        serverRowsKept,
        serverCellsScanned,
        serverNanos,
        serverFlushes,
        Map.copyOf(framesByReason),
        serverSeeks,
        serverRowsSkipped,
        serverBlocks,
        serverBlocksSkipped,
        localRowsScanned,
        localRowsKept,
        localCellsScanned,
        gets,
        getCalls,
        getRows,
        getRowsKept,
        getCells,
        undecodableValues,
        foreignRows,
        mergedGroups,
        skippedChunks,
        unseenRows,
        frames,
        rowsReceived,
        bytesReceived,
        planBytes,
        rpcs.get(),
        reopens.get(),
        unusableFilters.get(),
        List.copyOf(fallbacks));
  }
}
