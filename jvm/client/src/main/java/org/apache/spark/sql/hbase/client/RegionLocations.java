package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
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

  private record Listed(Listing listing, long atNanos) {}

  /**
   * The regions of a table at one time.
   *
   * @param regions in row-key order; together they cover every row key
   * @param servers that hold them, each once
   */
  public record Listing(List<RegionSpan> regions, List<ServerName> servers) {}

  /** Reads a table's regions from HBase. */
  interface Lister {
    Listing list(TableName table) throws IOException;
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
    return listing(table, maxAgeSeconds).regions();
  }

  /** A list that is at most so many seconds old. */
  public Listing listing(TableName table, long maxAgeSeconds) throws IOException {
    Listed listed = byTable.get(table);
    if (listed == null
        || nanoClock.getAsLong() - listed.atNanos() > TimeUnit.SECONDS.toNanos(maxAgeSeconds)) {
      listed = new Listed(lister.list(table), nanoClock.getAsLong());
      byTable.put(table, listed);
    }
    return listed.listing();
  }

  /** Drops what is remembered of a table, because its regions were split, merged or moved. */
  public void forget(TableName table) {
    byTable.remove(table);
  }

  private static Listing list(Connection connection, TableName table) throws IOException {
    List<RegionSpan> regions = new ArrayList<>();
    Set<ServerName> servers = new LinkedHashSet<>();
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        RegionInfo region = location == null ? null : location.getRegion();
        if (region != null && region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID) {
          ServerName server = location.getServerName();
          String host = server == null ? "" : server.getHostname();
          regions.add(new RegionSpan(region.getStartKey(), region.getEndKey(), host));
          if (server != null) {
            servers.add(server);
          }
        }
      }
    }
    if (regions.isEmpty()) {
      throw new TableNotFoundException(table);
    }
    regions.sort(Comparator.comparing(RegionSpan::startRow, Bytes.BYTES_COMPARATOR));
    return new Listing(List.copyOf(regions), List.copyOf(servers));
  }
}
