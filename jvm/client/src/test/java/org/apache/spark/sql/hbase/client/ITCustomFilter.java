package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.FrameBatch;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.embedded.EmbeddedCluster;
import org.apache.spark.sql.hbase.embedded.EmbeddedOptions;
import org.apache.spark.sql.hbase.wire.proto.Column;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.apache.spark.sql.hbase.wire.proto.TableLayout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Region servers that have the filters on their class path, in this JVM, but no coprocessor. */
class ITCustomFilter {
  private static final byte[] NOTES = {'g'};

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
    for (CoprocessorMode mode : List.of(CoprocessorMode.OFF, CoprocessorMode.AUTO)) {
      ReaderOptions options = ReaderOptions.defaults().withMode(mode);
      assertEquals(40, localRows(table, plan, options));
      assertEquals(1_000, localRows(table, plan, options.withCustomFilter(false)));
    }
  }

  /** The region server reads the notes only for rows that pass. */
  @Test
  void cellsOfAFamilyWithoutConditionsComeWithTheirRows() throws Exception {
    TableName table =
        TestTables.create(connection, CountPlans.FAMILY, new byte[0][], false, Map.of());
    try (Admin admin = connection.getAdmin()) {
      admin.addColumnFamily(table, ColumnFamilyDescriptorBuilder.of(NOTES));
    }
    List<String> expected = new ArrayList<>();
    try (Table client = connection.getTable(table)) {
      for (int k = 0; k < 1_000; k++) {
        Put put = new Put(CountPlans.key(k));
        if (k % 2 == 0) {
          put.addColumn(CountPlans.FAMILY, CountPlans.QUALIFIER, CountPlans.value(k));
        }
        if (k % 3 == 0 || put.isEmpty()) {
          put.addColumn(NOTES, CountPlans.QUALIFIER, CountPlans.value(-k));
        }
        client.put(put);
        if (k >= 960 && k % 2 == 0) {
          expected.add(k + " " + k + " " + (k % 3 == 0 ? -k : null));
        }
      }
    }
    byte[] plan = withNotes(CountPlans.rowsFrom(960)).toByteArray();
    for (boolean filter : new boolean[] {true, false}) {
      ReaderOptions options =
          ReaderOptions.defaults().withMode(CoprocessorMode.OFF).withCustomFilter(filter);
      try (SubPlanReader reader =
          SubPlanReader.open(connection, SubPlanRequest.ofTable(table, plan, options))) {
        assertEquals(expected, rows(reader));
        assertEquals(filter ? expected.size() : 1_000, reader.statistics().localRowsScanned());
      }
    }
  }

  private static SubPlan withNotes(SubPlan plan) {
    TableLayout layout = plan.getTable();
    ByteString notes = ByteString.copyFrom(NOTES);
    Column value = layout.getColumns(1);
    Column note =
        value.toBuilder()
            .setName("note")
            .setCell(value.getCell().toBuilder().setFamily(notes))
            .build();
    return plan.toBuilder()
        .setTable(layout.toBuilder().addColumns(note).addFamilies(notes))
        .build();
  }

  private static List<String> rows(SubPlanReader reader) throws IOException {
    List<String> rows = new ArrayList<>();
    while (reader.next()) {
      FrameBatch batch = reader.current();
      for (int i = 0; i < batch.rowCount(); i++) {
        int row = i;
        rows.add(
            batch.columns().stream()
                .map(column -> column.isNull(row) ? "null" : Long.toString(column.getLong(row)))
                .collect(Collectors.joining(" ")));
      }
    }
    return rows;
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
