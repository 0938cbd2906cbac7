package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;

/** The operations of operators on regions; each call returns when it is done. */
final class RegionMoves {
  private RegionMoves() {}

  /** Moves every region of the table to another server. */
  static void moveAll(Connection connection, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      List<ServerName> servers = new ArrayList<>(admin.getRegionServers());
      for (HRegionLocation location : locations(connection, table)) {
        ServerName other =
            servers.get((servers.indexOf(location.getServerName()) + 1) % servers.size());
        admin.move(location.getRegion().getEncodedNameAsBytes(), other);
      }
    }
  }

  /** Moves the region that holds {@code row} to a given server. */
  static void move(Connection connection, TableName table, byte[] row, ServerName target)
      throws IOException {
    try (Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(table)) {
      admin.move(locator.getRegionLocation(row, true).getRegion().getEncodedNameAsBytes(), target);
    }
  }

  /** A region server that does not hold the first region of the table. */
  static ServerName otherServer(Connection connection, TableName table) throws IOException {
    ServerName home = serverOf(connection, table, HConstants.EMPTY_START_ROW);
    try (Admin admin = connection.getAdmin()) {
      return admin.getRegionServers().stream()
          .filter(server -> !server.equals(home))
          .findAny()
          .orElseThrow();
    }
  }

  static ServerName serverOf(Connection connection, TableName table, byte[] row)
      throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      return locator.getRegionLocation(row, true).getServerName();
    }
  }

  /** Splits the region that holds {@code row} there. */
  static void split(Connection connection, TableName table, byte[] row) throws Exception {
    try (Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(table)) {
      RegionInfo region = locator.getRegionLocation(row, true).getRegion();
      admin.splitRegionAsync(region.getRegionName(), row).get();
    }
  }

  /** Merges the first two regions of the table. */
  static void mergeFirstTwo(Connection connection, TableName table) throws Exception {
    List<HRegionLocation> regions = locations(connection, table);
    byte[][] names = {
      regions.get(0).getRegion().getEncodedNameAsBytes(),
      regions.get(1).getRegion().getEncodedNameAsBytes()
    };
    try (Admin admin = connection.getAdmin()) {
      admin.mergeRegionsAsync(names, false).get();
    }
  }

  static List<HRegionLocation> locations(Connection connection, TableName table)
      throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      return locator.getAllRegionLocations();
    }
  }
}
