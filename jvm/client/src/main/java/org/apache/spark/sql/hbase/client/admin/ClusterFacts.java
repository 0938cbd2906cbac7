package org.apache.spark.sql.hbase.client.admin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Collects facts about a cluster, its tables and regions, as maps that become JSON. Stateless. */
final class ClusterFacts {
  private ClusterFacts() {}

  static Map<String, Object> cluster(Admin admin) throws IOException {
    ClusterMetrics metrics = admin.getClusterMetrics();
    List<Map<String, Object>> servers = new ArrayList<>();
    for (ServerMetrics server : metrics.getLiveServerMetrics().values()) {
      Map<String, Object> described = new LinkedHashMap<>();
      described.put("name", server.getServerName().getAddress().toString());
      described.put("version", server.getVersion());
      described.put("regions", server.getRegionMetrics().size());
      servers.add(described);
    }
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("version", metrics.getHBaseVersion());
    described.put("servers", servers);
    described.put("deadServers", metrics.getDeadServerNames().size());
    described.put("regionsInTransition", metrics.getRegionStatesInTransition().size());
    described.put("masterCoprocessors", metrics.getMasterCoprocessorNames());
    return described;
  }

  static Map<String, Object> table(Admin admin, TableDescriptor descriptor) throws IOException {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", descriptor.getTableName().getNameAsString());
    described.put("enabled", admin.isTableEnabled(descriptor.getTableName()));
    described.put(
        "jar",
        TableCoprocessor.find(descriptor)
            .map(coprocessor -> coprocessor.getJarPath().orElse(""))
            .orElse(null));
    List<String> others = new ArrayList<>();
    for (CoprocessorDescriptor coprocessor : descriptor.getCoprocessorDescriptors()) {
      if (!coprocessor.getClassName().equals(TableCoprocessor.CLASS_NAME)) {
        others.add(coprocessor.getClassName());
      }
    }
    described.put("otherCoprocessors", others);
    described.put("switchedOff", "false".equals(descriptor.getValue("hbase.sparksql.enabled")));
    return described;
  }

  /** Jar paths by table, and when the newest snapshot was made: it may name any jar of its time. */
  static Map<String, Object> jarUsers(Admin admin) throws IOException {
    List<Map<String, String>> paths = new ArrayList<>();
    for (TableDescriptor table : admin.listTableDescriptors((Pattern) null, true)) {
      for (CoprocessorDescriptor coprocessor : table.getCoprocessorDescriptors()) {
        String name = table.getTableName().getNameAsString();
        coprocessor.getJarPath().ifPresent(p -> paths.add(Map.of("table", name, "path", p)));
      }
    }
    Map<String, Object> users = new LinkedHashMap<>();
    users.put("paths", paths);
    admin.listSnapshots().stream()
        .max(Comparator.comparingLong(SnapshotDescription::getCreationTime))
        .ifPresent(
            newest -> {
              users.put("snapshot", newest.getName());
              long age = System.currentTimeMillis() - newest.getCreationTime();
              users.put("snapshotAgeSeconds", age / 1000);
            });
    return users;
  }

  /** In row-key order, with what region servers counted since each region was opened. */
  static List<Map<String, Object>> regions(Connection connection, Admin admin, TableName name)
      throws IOException {
    List<HRegionLocation> locations = Handshakes.regions(connection, name);
    Map<String, RegionMetrics> metrics = new HashMap<>();
    for (ServerName server :
        locations.stream().map(HRegionLocation::getServerName).distinct().toList()) {
      if (server != null) {
        for (RegionMetrics region : admin.getRegionMetrics(server, name)) {
          metrics.put(RegionInfo.encodeRegionName(region.getRegionName()), region);
        }
      }
    }
    List<Map<String, Object>> regions = new ArrayList<>();
    for (HRegionLocation location : locations) {
      Map<String, Object> described = Handshakes.describe(location);
      RegionMetrics region = metrics.get(location.getRegion().getEncodedName());
      if (region != null) {
        described.put("storeFiles", region.getStoreFileCount());
        described.put("storeFileBytes", (long) region.getStoreFileSize().get(Size.Unit.BYTE));
        described.put("memStoreBytes", (long) region.getMemStoreSize().get(Size.Unit.BYTE));
        described.put("locality", region.getDataLocality());
        described.put("reads", region.getReadRequestCount());
        described.put("filteredReads", region.getFilteredReadRequestCount());
        described.put("writes", region.getWriteRequestCount());
      }
      regions.add(described);
    }
    return regions;
  }
}
