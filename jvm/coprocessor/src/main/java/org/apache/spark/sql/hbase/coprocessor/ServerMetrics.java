package org.apache.spark.sql.hbase.coprocessor;

import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;

/**
 * What operators of a region server see of us, beside HBase's own coprocessor metrics. Shared by
 * all regions of the server. Thread-safe.
 */
final class ServerMetrics {
  private final Counter scans;
  private final Counter refusedScans;
  private final Counter frames;
  private final Counter rowsScanned;

  ServerMetrics(MetricRegistry registry, MemoryAccount memory) {
    scans = registry.counter("subPlanScans");
    refusedScans = registry.counter("refusedSubPlanScans");
    frames = registry.counter("resultFrames");
    rowsScanned = registry.counter("rowsScanned");
    registry.register("memoryReservedBytes", memory::reservedBytes);
  }

  void scanOpened() {
    scans.increment();
  }

  void scanRefused() {
    refusedScans.increment();
  }

  void frameSent(long frameRowsScanned) {
    frames.increment();
    rowsScanned.increment(frameRowsScanned);
  }
}
