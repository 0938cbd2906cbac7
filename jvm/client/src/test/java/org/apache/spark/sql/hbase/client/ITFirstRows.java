package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/** Tests what HBase reads for a reader that wants no more than some rows, where no jar runs. */
class ITFirstRows extends ClusterTest {
  private static final int ROWS = 6_000;
  private static final ReaderOptions OFF =
      ReaderOptions.defaults().withMode(CoprocessorMode.OFF).withReadAhead(true);

  /** Spark does not say that it wants few rows; it only asks for no more of them. */
  @Test
  void aReaderThatStopsHasReadTwiceAsManyAtMost() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, 1, Map.of())) {
      for (int wanted : new int[] {1, 10, 64, 65, 300, 1_000}) {
        long before = rowsRead(table);
        assertEquals(firstNumbers(wanted), first(wanted, table, CountPlans.allRows(), OFF));
        long read = rowsRead(table) - before;
        assertTrue(read >= wanted && read <= Math.max(64, 2 * wanted), wanted + ": " + read);
      }
    }
  }

  @Test
  void allRowsComeOnce() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, 3, Map.of())) {
      long before = rowsRead(table);
      assertEquals(firstNumbers(ROWS), first(ROWS, table, CountPlans.allRows(), OFF));
      assertEquals(ROWS, rowsRead(table) - before);
    }
  }

  @Test
  void whereTheLimitIsKnownNoOtherRowIsRead() throws Exception {
    try (NumbersTable table = NumbersTable.withoutCoprocessor(connection, ROWS, 3)) {
      ReaderOptions auto = ReaderOptions.defaults().withMode(CoprocessorMode.AUTO);
      for (int limit : new int[] {1, 10, 150}) {
        long before = rowsRead(table);
        assertEquals(firstNumbers(limit), first(limit, table, CountPlans.firstRows(limit), auto));
        // The first row tells that the table has no coprocessor.
        assertEquals(limit + 1, rowsRead(table) - before);
      }
    }
  }

  private static List<Long> firstNumbers(int count) {
    List<Long> numbers = new ArrayList<>();
    for (long number = 0; number < count; number++) {
      numbers.add(number);
    }
    return numbers;
  }

  private static List<Long> first(int wanted, NumbersTable table, SubPlan plan, ReaderOptions how)
      throws Exception {
    SubPlanRequest request = SubPlanRequest.ofTable(table.name, plan.toByteArray(), how);
    List<Long> numbers = new ArrayList<>();
    try (SubPlanReader reader = SubPlanReader.open(connection, request)) {
      while (numbers.size() < wanted && reader.next()) {
        for (int i = 0; i < reader.current().rowCount() && numbers.size() < wanted; i++) {
          numbers.add(reader.current().columns().get(0).getLong(i));
        }
      }
    }
    return numbers;
  }

  /** HBase's own count. */
  private static long rowsRead(NumbersTable table) throws Exception {
    long rows = 0;
    try (Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(table.name)) {
      List<HRegionLocation> regions = locator.getAllRegionLocations();
      for (var server : regions.stream().map(HRegionLocation::getServerName).distinct().toList()) {
        for (RegionMetrics region : admin.getRegionMetrics(server, table.name)) {
          rows += region.getReadRequestCount();
        }
      }
    }
    return rows;
  }
}
