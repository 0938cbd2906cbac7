package org.apache.spark.sql.hbase.coprocessor.direct;

/** The scan of this region goes through HBase's scanner; no error. */
final class ScannerNeeded extends Exception {
  private static final long serialVersionUID = 1;

  private final ScannerReason reason;

  ScannerNeeded(ScannerReason reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  ScannerReason reason() {
    return reason;
  }
}
