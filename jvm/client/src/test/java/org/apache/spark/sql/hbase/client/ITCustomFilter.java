package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.embedded.EmbeddedCluster;
import org.apache.spark.sql.hbase.embedded.EmbeddedOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Region servers that have the filters on their class path, in this JVM, but no coprocessor. */
class ITCustomFilter {
  private static EmbeddedCluster cluster;
  private static Connection connection;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.start(EmbeddedOptions.defaults());
    connection = cluster.connect();
  }

  @AfterAll
  static void stop() throws IOException {
    connection.close();
    cluster.close();
  }

  @Test
  void onlyRowsThatPassCrossTheWire() throws Exception {
    TableName table =
        TestTables.create(
            connection, CountPlans.FAMILY, new byte[][] {CountPlans.key(300)}, false, Map.of());
    try (Table client = connection.getTable(table)) {
      for (int k = 0; k < 1_000; k++) {
        Put put = new Put(CountPlans.key(k));
        client.put(put.addColumn(CountPlans.FAMILY, CountPlans.QUALIFIER, CountPlans.value(k)));
      }
    }
    byte[] plan = CountPlans.countAndSumFrom(960).toByteArray();
    for (ExecutionMode mode : List.of(ExecutionMode.OFF, ExecutionMode.AUTO)) {
      ReaderOptions options = ReaderOptions.defaults().withMode(mode);
      assertEquals(40, localRows(table, plan, options));
      assertEquals(1_000, localRows(table, plan, options.withCustomFilter(false)));
    }
  }

  private static long localRows(TableName table, byte[] plan, ReaderOptions options)
      throws IOException {
    long count = 0;
    try (SubPlanReader reader =
        SubPlanReader.open(connection, SubPlanRequest.ofTable(table, plan, options))) {
      while (reader.next()) {
        count += reader.current().columns().get(0).getLong(0);
      }
      assertEquals(40, count);
      return reader.statistics().localRowsScanned();
    }
  }
}
