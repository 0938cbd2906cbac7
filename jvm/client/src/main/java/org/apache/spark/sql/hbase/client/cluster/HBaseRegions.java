package org.apache.spark.sql.hbase.client.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Bytes;

/** Asks HBase about the regions of tables, each time anew. Thread-safe. */
final class HBaseRegions implements RegionLocations.Source {
  private final Connection connection;

  HBaseRegions(Connection connection) {
    this.connection = connection;
  }

  @Override
  public RegionLocations.Listing list(TableName table) throws IOException {
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
    return new RegionLocations.Listing(List.copyOf(regions), List.copyOf(servers));
  }

  @Override
  public RegionSizes sizes(TableName table, List<ServerName> servers) throws IOException {
    Map<ByteBuffer, Long> bytes = new HashMap<>();
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : servers) {
        for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
          bytes.put(
              ByteBuffer.wrap(RegionInfo.getStartKey(region.getRegionName())), bytesOf(region));
        }
      }
    }
    return RegionSizes.of(bytes);
  }

  /** Counts the bytes of store files and memstore. */
  private static long bytesOf(RegionMetrics region) {
    double bytes =
        region.getStoreFileSize().get(Size.Unit.BYTE)
            + region.getMemStoreSize().get(Size.Unit.BYTE);
    return (long) bytes;
  }
}
