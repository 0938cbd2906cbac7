package org.apache.spark.sql.hbase.coprocessor.scan;

import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.server.ServerMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the calls of one sub-plan scan for the metrics. Where the calls take long together, one
 * line in the log of the region server tells it when the scan ends. Not thread-safe.
 */
final class CallReport {
  private static final Logger LOG = LoggerFactory.getLogger(CallReport.class);

  private final RegionInfo region;
  private final byte[] planHash;
  private final ServerMetrics metrics;
  private final long slowNanos;
  private final Optional<String> user = RpcServer.getRequestUserName();
  private final Optional<InetAddress> client = RpcServer.getRemoteAddress();

  private long nanos;
  private long waits;
  private long frames;
  private long rowsScanned;

  /**
   * Made in the call that opens the scan, whose user and client it names.
   *
   * @param slowNanos time of all calls from which on the scan is slow
   */
  CallReport(RegionInfo region, byte[] planHash, ServerMetrics metrics, long slowNanos) {
    this.region = region;
    this.planHash = planHash;
    this.metrics = metrics;
    this.slowNanos = slowNanos;
    metrics.scanOpened();
  }

  /** A call has ended, whatever came of it. */
  void called(long callNanos) {
    nanos += callNanos;
  }

  /** A call ended before the scan got a turn to compute. */
  void waited() {
    waits++;
    metrics.callWaited();
  }

  void frameSent(long frameRowsScanned) {
    frames++;
    rowsScanned += frameRowsScanned;
    metrics.frameSent(frameRowsScanned);
  }

  /** The scan ends, also where its client has gone. */
  void ended() {
    if (nanos >= slowNanos) {
      metrics.scanWasSlow();
      LOG.warn(line());
    }
  }

  /** Names nothing of the query but a digest: administrators of servers need not see its values. */
  String line() {
    return "A sub-plan was slow. plan="
        + Bytes.toHex(planHash)
        + " table="
        + region.getTable()
        + " region="
        + region.getEncodedName()
        + " user="
        + user.orElse("-")
        + " client="
        + client.map(InetAddress::getHostAddress).orElse("-")
        + " millis="
        + TimeUnit.NANOSECONDS.toMillis(nanos)
        + " waits="
        + waits
        + " frames="
        + frames
        + " rowsScanned="
        + rowsScanned;
  }
}
