package org.apache.spark.sql.hbase.coprocessor.direct;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** How many rows came from where, and why not from store files. Not thread-safe. */
public final class SourceCounts {
  private final Map<ScannerReason, Long> scannerRows = new EnumMap<>(ScannerReason.class);
  private long fileRows;

  void addFileRows(long rows) {
    fileRows += rows;
  }

  /** Counts rows that the scanner was asked for; it need not have had all of them. */
  public void addScannerRows(ScannerReason reason, long rows) {
    scannerRows.merge(reason, rows, Long::sum);
  }

  /** Rows that were decoded straight from store files. */
  public long fileRows() {
    return fileRows;
  }

  /** Rows that the scanner was asked for, per reason. */
  public Map<ScannerReason, Long> scannerRows() {
    return Collections.unmodifiableMap(scannerRows);
  }

  /** Starts again with nothing. */
  public void reset() {
    fileRows = 0;
    scannerRows.clear();
  }
}
