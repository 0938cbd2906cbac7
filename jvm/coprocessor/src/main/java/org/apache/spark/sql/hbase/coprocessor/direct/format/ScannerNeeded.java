package org.apache.spark.sql.hbase.coprocessor.direct.format;

/** The scan of this region goes through HBase's scanner; no error. */
public final class ScannerNeeded extends Exception {
  private static final long serialVersionUID = 1;

  private final ScannerReason reason;

  public ScannerNeeded(ScannerReason reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  public ScannerReason reason() {
    return reason;
  }
}
