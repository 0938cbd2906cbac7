package org.apache.spark.sql.hbase.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.AggregateCall;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * A table with the coprocessor, the row key {@code (a INT, b STRING, c INT)} and one cell per row,
 * which holds {@code id INT}. Another family may have cells that no sub-plan reads.
 */
final class KeysTable {
  static final byte[] OTHER_FAMILY = {'o'};

  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final FixtureTable LAYOUT = newLayout();

  static final Expression A = Plans.column(LAYOUT, 0);
  static final Expression B = Plans.column(LAYOUT, 1);
  static final Expression C = Plans.column(LAYOUT, 2);
  static final Expression ID = Plans.column(LAYOUT, 3);

  private final Connection connection;
  private final TableName name;

  /**
   * What a sub-plan gave.
   *
   * @param ids in the order of their rows
   * @param work the sums over all frames
   */
  record Read(List<Integer> ids, FrameStatistics work) {}

  private KeysTable(Connection connection, TableName name) {
    this.connection = connection;
    this.name = name;
  }

  private static FixtureTable newLayout() {
    return new FixtureTable(
        List.of(
            new FixtureColumn("a", SqlType.INT),
            new FixtureColumn("b", SqlType.STRING),
            new FixtureColumn("c", SqlType.INT),
            new FixtureColumn("id", SqlType.INT)),
        3,
        FixtureTable.Layout.PACKED);
  }

  /**
   * @param splits first values of a in all regions but the first
   */
  static KeysTable create(Connection connection, Map<ServerSetting, String> settings, int... splits)
      throws IOException {
    TableName name = TableName.valueOf("keys" + NUMBER.incrementAndGet());
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FixtureTable.FAMILY))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(OTHER_FAMILY))
            .setCoprocessor(
                CoprocessorDescriptorBuilder.newBuilder(SparkSQLRegionObserver.class.getName())
                    .build());
    settings.forEach((setting, value) -> table.setValue(setting.key(), value));
    byte[][] splitKeys = new byte[splits.length][];
    for (int i = 0; i < splits.length; i++) {
      splitKeys[i] = row(splits[i], "", 0, 0).rowKey();
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table.build(), splits.length == 0 ? null : splitKeys);
    }
    return new KeysTable(connection, name);
  }

  TableName name() {
    return name;
  }

  static FixtureRow row(int a, String b, int c, int id) {
    return newLayout().add(a, b, c, id).rows().get(0);
  }

  KeysTable write(List<FixtureRow> rows) throws IOException {
    try (BufferedMutator table = connection.getBufferedMutator(name)) {
      for (FixtureRow row : rows) {
        Put put = new Put(row.rowKey());
        FixtureCell cell = row.cells().get(0);
        put.addColumn(FixtureTable.FAMILY, FixtureTable.ROW_QUALIFIER, cell.value());
        table.mutate(put);
      }
    }
    return this;
  }

  /** Gives rows a cell in the other family. */
  KeysTable writeOther(List<FixtureRow> rows) throws IOException {
    try (BufferedMutator table = connection.getBufferedMutator(name)) {
      for (FixtureRow row : rows) {
        table.mutate(new Put(row.rowKey()).addColumn(OTHER_FAMILY, OTHER_FAMILY, new byte[2]));
      }
    }
    return this;
  }

  KeysTable delete(List<FixtureRow> rows) throws IOException {
    try (BufferedMutator table = connection.getBufferedMutator(name)) {
      for (FixtureRow row : rows) {
        table.mutate(new Delete(row.rowKey()));
      }
    }
    return this;
  }

  KeysTable flush() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(name);
    }
    return this;
  }

  /** Writes what is in memory, then makes one file of all files of each store. */
  KeysTable compact() throws IOException {
    for (RegionServerThread server : SharedCluster.get().servers().getLiveRegionServers()) {
      for (HRegion region : server.getRegionServer().getRegions(name)) {
        region.flush(true);
        region.compact(true);
      }
    }
    return this;
  }

  /** {@code SELECT id WHERE predicate}. */
  static SubPlan plan(Expression predicate) {
    return Plans.plan(LAYOUT, Plans.filter(predicate), Plans.project(ID));
  }

  /** {@code SELECT DISTINCT columns WHERE predicate}; the first of them counts as id. */
  static SubPlan distinct(Expression predicate, Expression... columns) {
    return Plans.plan(LAYOUT, Plans.filter(predicate), Plans.aggregate(List.of(columns)));
  }

  /** {@code SELECT function(column) WHERE predicate}; the value of each frame counts as id. */
  static SubPlan aggregate(Expression predicate, AggregateFunction function, Expression column) {
    AggregateCall call = Plans.aggregateCall(function, column);
    return Plans.plan(LAYOUT, Plans.filter(predicate), Plans.aggregate(List.of(), call));
  }

  Read read(Expression predicate, Scan scan) throws IOException {
    return read(plan(predicate), scan);
  }

  Read read(SubPlan plan, Scan scan) throws IOException {
    scan.addFamily(FixtureTable.FAMILY);
    return read(FrameScan.all(connection, name, plan, scan));
  }

  static Read read(List<ResultFrame> frames) {
    List<Integer> ids = new ArrayList<>();
    FrameStatistics.Builder work = FrameStatistics.newBuilder();
    for (ResultFrame frame : frames) {
      ArrowColumn column = frame.batch().columns().get(0);
      for (int i = 0; i < frame.batch().rowCount(); i++) {
        if (!column.isNull(i)) {
          ids.add((int) column.getLong(i));
        }
      }
      FrameStatistics ofFrame = frame.header().getStatistics();
      work.setRowsScanned(work.getRowsScanned() + ofFrame.getRowsScanned())
          .setCellsScanned(work.getCellsScanned() + ofFrame.getCellsScanned())
          .setSeeks(work.getSeeks() + ofFrame.getSeeks())
          .setRowsSkipped(work.getRowsSkipped() + ofFrame.getRowsSkipped())
          .setRowsFromStoreFiles(work.getRowsFromStoreFiles() + ofFrame.getRowsFromStoreFiles());
    }
    return new Read(ids, work.build());
  }
}
