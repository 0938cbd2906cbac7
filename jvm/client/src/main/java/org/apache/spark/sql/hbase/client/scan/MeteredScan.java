package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;

/**
 * An open scan that counts its RPCs, and how often HBase's client opened it again because a region
 * had moved, was split or merged. Owns the scanner. Not thread-safe; one thread after another may
 * use it.
 */
final class MeteredScan implements AutoCloseable {
  private final ResultScanner scanner;
  private final StatisticsCounter statistics;
  private long rpcsCounted;
  private long reopensCounted;

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

  private void count() {
    ScanMetrics metrics = scanner.getScanMetrics();
    if (metrics != null) {
      long now = metrics.countOfRPCcalls.get();
      statistics.addRpcs(now - rpcsCounted);
      rpcsCounted = now;
      long reopens = metrics.countOfNSRE.get();
      statistics.addReopens(reopens - reopensCounted);
      reopensCounted = reopens;
    }
  }

  /** Also tells the region server to free its side, if it can be reached. */
  @Override
  public void close() {
    scanner.close();
    count();
  }
}
