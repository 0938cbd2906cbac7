package org.apache.spark.sql.hbase.coprocessor.direct.format;

/**
 * The reason why rows are read through HBase's scanner and not from store files. The names are
 * those of metrics and of what clients see: they are never changed.
 */
public enum ScannerReason {
  /** The property switches reading from store files off. */
  DISABLED(Scope.SCAN),
  /** HBase is no release whose scan path was read, or lacks a member that is needed here. */
  UNKNOWN_HBASE_VERSION(Scope.SCAN),
  /** The Scan has a filter, of the client or of another coprocessor such as access control. */
  FILTER(Scope.SCAN),
  /** The Scan asks for single columns. */
  COLUMNS(Scope.SCAN),
  /** The Scan asks for a time range. */
  TIME_RANGE(Scope.SCAN),
  /** The Scan reads what is not committed. */
  ISOLATION(Scope.SCAN),
  /** The Scan is for one row: HBase looks into Bloom filters for it. */
  ONE_ROW(Scope.SCAN),
  /** The last rows of the region are wanted, and read from its end. */
  BACKWARD(Scope.SCAN),
  /** Another coprocessor wrapped the scanner. */
  FOREIGN_SCANNER(Scope.SCAN),
  /** Another coprocessor can change what a store shows. */
  FOREIGN_OBSERVER(Scope.SCAN),
  /** The region is a secondary replica. */
  REPLICA(Scope.SCAN),
  /** The family has large objects in files of their own, or orders versions in the new way. */
  FAMILY(Scope.SCAN),
  /** The region has no store file yet: everything is in memory, or nothing is there. */
  NO_STORE_FILE(Scope.SCAN),
  /** A store file refers to another one, after a split, a clone or a restore. */
  REFERENCE_FILE(Scope.SCAN),
  /** A store file has a reader of another coprocessor, or cells that are not what they seem. */
  FILE_FORMAT(Scope.SCAN),
  /** A store file came behind the read point of the scan. */
  NEWER_FILE(Scope.SCAN),
  /** Flush, compaction or bulk load came between the opening of the scanner and ours. */
  FILES_CHANGED(Scope.SCAN),
  /** Memory and small files hold so much that most rows would be read by the scanner. */
  LARGE_PATCH(Scope.SCAN),

  /** The row is in memory or in a small file, and has a cell that is not simply visible. */
  DIRTY_ROW(Scope.ROW),
  /**
   * The row has tags, cells behind the read point or near their end of life, or the marker of one
   * version of a family.
   */
  UNUSUAL_ROW(Scope.ROW),
  /** The row is larger than what is walked in one go. */
  LARGE_ROW(Scope.ROW),
  /** So many of the last rows went through the scanner that it reads some more. */
  DIRTY_STRETCH(Scope.ROW),
  /** A test asked for it. */
  FORCED(Scope.ROW);

  /** The extent of a reason. */
  enum Scope {
    /** The whole scan of a region. */
    SCAN,
    /** Single rows of a scan that otherwise reads store files. */
    ROW
  }

  private final Scope scope;

  ScannerReason(Scope scope) {
    this.scope = scope;
  }

  /** True if the scanner reads all rows of the scan. */
  public boolean isWholeScan() {
    return scope == Scope.SCAN;
  }
}
