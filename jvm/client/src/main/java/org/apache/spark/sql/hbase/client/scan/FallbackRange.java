package org.apache.spark.sql.hbase.client.scan;

import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows {@code [startRow, stopRow)} for which the engine ran in this process.
 *
 * @param detail the region server's own words for OVERLOADED and REFUSED, else empty
 */
public record FallbackRange(byte[] startRow, byte[] stopRow, FallbackReason reason, String detail) {
  @Override
  public String toString() {
    String rows = "[" + Bytes.toStringBinary(startRow) + ", " + Bytes.toStringBinary(stopRow) + ")";
    return rows + " " + reason.sentence() + (detail.isEmpty() ? "" : ": " + detail);
  }
}
