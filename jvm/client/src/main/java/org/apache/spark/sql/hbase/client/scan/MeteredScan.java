package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;

/**
 * An open scan that counts its RPCs, and how often HBase's client opened it again. The client does
 * so where a region has moved, was split or merged, or its server was lost. Owns the scanner. Not
 * thread-safe; one thread after another may use it.
 */
final class MeteredScan implements AutoCloseable {
  private final ResultScanner scanner;
  private final StatisticsCounter statistics;
  private long rpcsCounted;
  private long movesCounted;
  private long openedCounted;
  private boolean isInRegion;

  /**
   * @param scan gets its metrics switched on
   */
  MeteredScan(TableAccess table, Scan scan, StatisticsCounter statistics) throws IOException {
    this.statistics = statistics;
    this.scanner = table.scan(scan.setScanMetricsEnabled(true));
  }

  /** The next Result, null at the end of the range. */
  Result next() throws IOException {
    try {
      return scanner.next();
    } catch (UncheckedIOException e) {
      throw ScanErrors.unwrap(e);
    } finally {
      count();
    }
  }

  /**
   * Tells whether rows follow the last Result in its region. If so, the next scanner that HBase's
   * client opens is one more for the same region. Scans of plain cells do not know it; only regions
   * that a server does not have any more are counted there.
   */
  void isInRegion(boolean isInRegion) {
    this.isInRegion = isInRegion;
  }

  private void count() {
    ScanMetrics metrics = scanner.getScanMetrics();
    if (metrics != null) {
      long now = metrics.countOfRPCcalls.get();
      statistics.addRpcs(now - rpcsCounted);
      rpcsCounted = now;
      long moves = metrics.countOfNSRE.get();
      // Counts scanners, whichever regions they are of.
      long opened = metrics.countOfRegions.get();
      statistics.addReopens(
          Math.max(moves - movesCounted, isInRegion ? opened - openedCounted : 0));
      movesCounted = moves;
      openedCounted = opened;
    }
  }

  /** Also tells the region server to free its side, if it can be reached. */
  @Override
  public void close() {
    scanner.close();
    count();
  }
}
