package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The regions of tables and their servers, for planning input partitions. Remembered, for ten
 * minutes unless asked otherwise, because listing a large table reads all of its rows in
 * hbase:meta. A list that went stale costs locality, never correctness: scans are given key ranges,
 * not regions. Thread-safe.
 */
public final class RegionLocations {
  private static final long DEFAULT_MAX_AGE_SECONDS = 600;

  private record Listed(List<RegionSpan> regions, long atNanos) {}

  /** Reads a table's regions from HBase. */
  interface Lister {
    List<RegionSpan> list(TableName table) throws IOException;
  }

  private final Map<TableName, Listed> byTable = new ConcurrentHashMap<>();
  private final Lister lister;
  private final LongSupplier nanoClock;

  public RegionLocations(Connection connection) {
    this(table -> list(connection, table), System::nanoTime);
  }

  RegionLocations(Lister lister, LongSupplier nanoClock) {
    this.lister = lister;
    this.nanoClock = nanoClock;
  }

  /**
   * All regions of the table in row-key order; together they cover every row key.
   *
   * @throws TableNotFoundException if there is no such table
   */
  public List<RegionSpan> regions(TableName table) throws IOException {
    return regions(table, DEFAULT_MAX_AGE_SECONDS);
  }

  /** As {@link #regions(TableName)}, from a list that is at most so many seconds old. */
  public List<RegionSpan> regions(TableName table, long maxAgeSeconds) throws IOException {
    Listed listed = byTable.get(table);
    if (listed == null
        || nanoClock.getAsLong() - listed.atNanos() > TimeUnit.SECONDS.toNanos(maxAgeSeconds)) {
      listed = new Listed(lister.list(table), nanoClock.getAsLong());
      byTable.put(table, listed);
    }
    return listed.regions();
  }

  /**
   * Drops what is remembered of a table, because a scan found that regions split, merged or moved.
   */
  public void forget(TableName table) {
    byTable.remove(table);
  }

  private static List<RegionSpan> list(Connection connection, TableName table) throws IOException {
    List<RegionSpan> regions = new ArrayList<>();
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        RegionInfo region = location == null ? null : location.getRegion();
        if (region != null && region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID) {
          String host =
              location.getServerName() == null ? "" : location.getServerName().getHostname();
          regions.add(new RegionSpan(region.getStartKey(), region.getEndKey(), host));
        }
      }
    }
    if (regions.isEmpty()) {
      throw new TableNotFoundException(table);
    }
    regions.sort(Comparator.comparing(RegionSpan::startRow, Bytes.BYTES_COMPARATOR));
    return List.copyOf(regions);
  }
}
