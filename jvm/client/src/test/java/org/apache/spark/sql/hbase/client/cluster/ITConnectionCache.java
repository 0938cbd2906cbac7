package org.apache.spark.sql.hbase.client.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.spark.sql.hbase.embedded.EmbeddedCluster;
import org.apache.spark.sql.hbase.embedded.EmbeddedOptions;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.junit.jupiter.api.Test;

class ITConnectionCache {
  private static final TableName TABLE = TableName.valueOf("located");

  @Test
  void aClusterIsSharedLocatedAndItsAbsenceIsNamedWithinSeconds() throws Exception {
    ClusterSettings settings;
    try (EmbeddedCluster cluster =
        EmbeddedCluster.start(EmbeddedOptions.defaults().withRegionServers(2))) {
      settings =
          ClusterSettings.ofQuorum(cluster.quorum()).withConnectTimeout(Duration.ofSeconds(3));
      try (SharedConnection first = ConnectionCache.acquire(settings);
          SharedConnection second = ConnectionCache.acquire(settings)) {
        assertSame(first.connection(), second.connection());
        assertListsRegions(first);
      }
      // Region servers gone, ZooKeeper still there.
      cluster
          .servers()
          .getLiveRegionServers()
          .forEach(server -> server.getRegionServer().abort("test"));
      ClusterSettings again = settings.withIdleTime(Duration.ofSeconds(1));
      SubPlanException silent =
          assertTimeoutPreemptively(
              Duration.ofSeconds(15),
              () -> assertThrows(SubPlanException.class, () -> ConnectionCache.acquire(again)));
      assertEquals(ErrorCode.CLUSTER_UNREACHABLE, silent.code());
    }
    ClusterSettings gone = settings.withIdleTime(Duration.ofSeconds(2));
    SubPlanException error =
        assertThrows(SubPlanException.class, () -> ConnectionCache.acquire(gone));
    assertEquals(ErrorCode.CLUSTER_UNREACHABLE, error.code());
  }

  private static void assertListsRegions(SharedConnection shared) throws Exception {
    assertThrows(TableNotFoundException.class, () -> shared.regionLocations().regions(TABLE));
    byte[][] splits = {{10}, {20}};
    try (Admin admin = shared.connection().getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build(),
          splits);
    }
    List<RegionSpan> regions = shared.regionLocations().regions(TABLE);
    assertEquals(3, regions.size());
    assertArrayEquals(new byte[0], regions.get(0).startRow());
    assertArrayEquals(splits[0], regions.get(0).stopRow());
    assertArrayEquals(splits[1], regions.get(2).startRow());
    assertArrayEquals(new byte[0], regions.get(2).stopRow());
    assertEquals("localhost", regions.get(1).host());
    assertFalse(shared.connection().isClosed());
  }
}
