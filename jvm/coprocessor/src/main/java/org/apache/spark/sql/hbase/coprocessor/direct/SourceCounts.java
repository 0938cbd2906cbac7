package org.apache.spark.sql.hbase.coprocessor.direct;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.apache.spark.sql.hbase.coprocessor.direct.format.ScannerReason;

/**
 * Counts rows and blocks by their source, and the reasons for rows that did not come from store
 * files. Not thread-safe.
 */
public final class SourceCounts {
  private final Map<ScannerReason, Long> scannerRows = new EnumMap<>(ScannerReason.class);
  private long fileRows;
  private long memoryRows;
  private long blocks;
  private long skippedBlocks;

  /** Rows and blocks as they were told last. */
  private long memoryRowsBefore;

  private long blocksBefore;

  private long skippedBefore;

  void addFileRows(long rows) {
    fileRows += rows;
  }

  /** Adds the rows that a source took from the memory of columns since the last call. */
  void memoryRowsSoFar(long rows) {
    memoryRows += rows - memoryRowsBefore;
    memoryRowsBefore = rows;
  }

  /** Adds the blocks that a source has read and skipped since the last call. */
  void blocksSoFar(long read, long skipped) {
    blocks += read - blocksBefore;
    skippedBlocks += skipped - skippedBefore;
    blocksBefore = read;
    skippedBefore = skipped;
  }

  /** Counts rows that the scanner was asked for; it need not have had all of them. */
  public void addScannerRows(ScannerReason reason, long rows) {
    scannerRows.merge(reason, rows, Long::sum);
  }

  /** Rows that were decoded straight from store files. */
  public long fileRows() {
    return fileRows;
  }

  /** Rows among these whose values were in memory, so that they were not decoded again. */
  public long memoryRows() {
    return memoryRows;
  }

  /** Blocks of store files that were read for them. */
  public long blocks() {
    return blocks;
  }

  /** Blocks that were not read, because no row in them could pass the filter. */
  public long skippedBlocks() {
    return skippedBlocks;
  }

  /** Rows that the scanner was asked for, per reason. */
  public Map<ScannerReason, Long> scannerRows() {
    return Collections.unmodifiableMap(scannerRows);
  }

  /** Starts again with nothing. */
  public void reset() {
    fileRows = 0;
    memoryRows = 0;
    blocks = 0;
    skippedBlocks = 0;
    scannerRows.clear();
  }
}
