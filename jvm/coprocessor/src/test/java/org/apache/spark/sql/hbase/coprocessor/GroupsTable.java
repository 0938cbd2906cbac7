package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.testkit.ColumnarRows;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.testkit.ResultRows;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.apache.spark.sql.hbase.wire.proto.ScannerRows;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/** A table in layout {@code columnar} with the coprocessor, whose rows a packed fixture says. */
final class GroupsTable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final Connection connection;
  private final TableName name;
  private final int groupBits;

  /**
   * What a sub-plan read.
   *
   * @param rowsFromStoreFiles rows of groups that did not come through the scanner
   * @param fromScanner the other groups, by reason
   * @param blocks of store files that were read
   * @param skippedBlocks of store files that were not
   */
  record Read(
      long rows,
      long rowsScanned,
      long rowsFromStoreFiles,
      Map<String, Long> fromScanner,
      long blocks,
      long skippedBlocks) {}

  private GroupsTable(Connection connection, TableName name, int groupBits) {
    this.connection = connection;
    this.name = name;
    this.groupBits = groupBits;
  }

  static GroupsTable create(
      Connection connection,
      int groupBits,
      Map<ServerSetting, String> settings,
      UnaryOperator<ColumnFamilyDescriptorBuilder> family,
      byte[]... splits)
      throws IOException {
    TableName name = TableName.valueOf("groups" + NUMBER.incrementAndGet());
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            // HBase compacts by itself after a bulk load; only the test's steps change its files.
            .setCompactionEnabled(false)
            .setColumnFamily(
                family.apply(ColumnFamilyDescriptorBuilder.newBuilder(FixtureTable.FAMILY)).build())
            .setCoprocessor(
                CoprocessorDescriptorBuilder.newBuilder(SparkSQLRegionObserver.class.getName())
                    .build());
    settings.forEach((setting, value) -> table.setValue(setting.key(), value));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table.build(), splits.length == 0 ? null : splits);
    }
    return new GroupsTable(connection, name, groupBits);
  }

  /**
   * Writes cells of groups.
   *
   * @param isWanted told the number of the group and the cell
   */
  GroupsTable write(List<FixtureRow> groups, BiPredicate<Integer, FixtureCell> isWanted)
      throws IOException {
    List<Mutation> puts = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      Put put = new Put(groups.get(i).rowKey());
      for (FixtureCell cell : groups.get(i).cells()) {
        if (isWanted.test(i, cell)) {
          byte[] qualifier =
              Arrays.copyOfRange(cell.name(), 1 + FixtureTable.FAMILY.length, cell.name().length);
          put.addColumn(FixtureTable.FAMILY, qualifier, cell.timestamp(), cell.value());
        }
      }
      if (!put.isEmpty()) {
        puts.add(put);
      }
    }
    return write(puts);
  }

  GroupsTable write(List<Mutation> mutations) throws IOException {
    try (Table table = connection.getTable(name)) {
      table.batch(mutations, new Object[mutations.size()]);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return this;
  }

  GroupsTable flush() throws IOException {
    for (HRegion region : regions()) {
      region.flush(true);
    }
    return this;
  }

  GroupsTable compact() throws IOException {
    flush();
    for (HRegion region : regions()) {
      region.compact(true);
    }
    return this;
  }

  List<HRegion> regions() {
    return SharedCluster.get().servers().getLiveRegionServers().stream()
        .flatMap(server -> server.getRegionServer().getRegions(name).stream())
        .toList();
  }

  private SubPlan plan(FixtureTable rows, Operator... operators) {
    return Plans.plan(ColumnarRows.layout(rows, groupBits), operators);
  }

  /**
   * Reads the table, which must hold the rows of the fixture, and reads it again through HBase's
   * scanner, which must give the same.
   *
   * @return the first of both reads
   */
  Read readAsPacked(FixtureTable rows, Operator... operators) throws IOException {
    CompiledSubPlan packed = Plans.compile(rows, operators);
    List<List<Object>> expected =
        EngineRun.of(packed, new InMemoryRowSource(packed, rows.rows()), EngineRun.WIDE).rows();
    Read read = read(expected, plan(rows, operators), newScan());
    // It leaves out nothing, but takes a scan of store files for one of a past time.
    Scan allTimes = newScan().setTimeRange(0, Long.MAX_VALUE - 1);
    Read byScanner = read(expected, plan(rows, operators), allTimes);
    assertEquals(0, byScanner.rowsFromStoreFiles());
    assertEquals(
        byScanner.fromScanner().isEmpty() ? Set.of() : Set.of("TIME_RANGE"),
        byScanner.fromScanner().keySet());
    return read;
  }

  private static Scan newScan() {
    return new Scan().addFamily(FixtureTable.FAMILY);
  }

  private Read read(List<List<Object>> expected, SubPlan plan, Scan scan) throws IOException {
    List<ResultFrame> frames = FrameScan.all(connection, name, plan, scan);
    assertRows(expected, frames);
    return sources(frames);
  }

  private static void assertRows(List<List<Object>> expected, List<ResultFrame> frames) {
    List<List<Object>> read = new ArrayList<>();
    for (ResultFrame frame : frames) {
      read.addAll(ResultRows.of(frame.batch().columns(), frame.batch().rowCount()));
    }
    assertEquals(expected.size(), read.size());
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i), read.get(i));
    }
  }

  private static Read sources(List<ResultFrame> frames) {
    Map<String, Long> fromScanner = new TreeMap<>();
    long fromStoreFiles = 0;
    long blocks = 0;
    long skippedBlocks = 0;
    for (ResultFrame frame : frames) {
      FrameStatistics statistics = frame.header().getStatistics();
      fromStoreFiles += statistics.getRowsFromStoreFiles();
      blocks += statistics.getStoreFileBlocks();
      skippedBlocks += statistics.getStoreFileBlocksSkipped();
      for (ScannerRows reason : statistics.getScannerRowsList()) {
        fromScanner.merge(reason.getReason(), reason.getRows(), Long::sum);
      }
    }
    return new Read(
        FrameScan.rows(frames),
        FrameScan.rowsScanned(frames),
        fromStoreFiles,
        fromScanner,
        blocks,
        skippedBlocks);
  }
}
