package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.spark.sql.hbase.codec.GroupCell;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.testkit.ColumnarRows;
import org.apache.spark.sql.hbase.testkit.EngineRun;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.InMemoryRowSource;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.testkit.ResultRows;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A region server reads groups of rows, from store files and through HBase's scanner. */
class ITColumnarGroups extends ClusterTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final int ROWS = 2_000;

  /** 64 values of the key are a group. */
  private static final int GROUP_BITS = 26;

  private final FixtureTable rows = rows();

  private static FixtureTable rows() {
    List<FixtureColumn> columns =
        List.of(
            new FixtureColumn("k", SqlType.INT),
            new FixtureColumn("n", SqlType.BIGINT),
            // Frames do not tell STRING from it.
            new FixtureColumn("s", SqlType.BINARY));
    FixtureTable table = new FixtureTable(columns, 1, FixtureTable.Layout.PACKED);
    for (int k = 0; k < ROWS; k++) {
      table.add(k, k % 10 == 3 ? null : (long) k, "text " + k % 7);
    }
    return table;
  }

  @Test
  void rowsOfALoadAreReadFromStoreFilesAndInRegionsThatMayBeginAnywhere() throws IOException {
    List<FixtureRow> groups = ColumnarRows.loaded(rows, GROUP_BITS, new Random(3));
    byte[] insideAGroup = rows.rows().get(1_000).rowKey();
    TableName table = create(Map.of(), insideAGroup);
    write(table, groups, (row, cell) -> true);
    compact(table);

    List<ResultFrame> frames = readAsPacked(table);

    assertEquals(
        ROWS,
        frames.stream().mapToLong(f -> f.header().getStatistics().getRowsFromStoreFiles()).sum());
    List<ResultFrame> few = readAsPacked(table, keysFrom(1_930));
    assertTrue(FrameScan.rowsScanned(few) <= 2 * 64, () -> few.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.3", "1"})
  void overlayRowsInMemoryAndSmallFilesChangeWhatLoadsBrought(String forcedShare)
      throws IOException {
    List<FixtureRow> groups = ColumnarRows.changed(rows, GROUP_BITS, new Random(5));
    TableName table = create(Map.of(ServerSetting.DIRECT_FORCED_SHARE, forcedShare));
    write(table, groups, (row, cell) -> isChunk(cell));
    compact(table);
    write(table, groups, (row, cell) -> !isChunk(cell) && row % 2 == 0);
    flush(table);
    write(table, groups, (row, cell) -> !isChunk(cell) && row % 2 != 0);

    readAsPacked(table);
    compact(table);
    readAsPacked(table);
  }

  @Test
  void groupsInMemoryOnlyAreReadThroughTheScanner() throws IOException {
    TableName table = create(Map.of());
    write(table, ColumnarRows.changed(rows, GROUP_BITS, new Random(7)), (row, cell) -> true);

    readAsPacked(table);
  }

  private static boolean isChunk(FixtureCell cell) {
    return cell.name()[1 + FixtureTable.FAMILY.length] == GroupCell.CHUNK;
  }

  private Operator keysFrom(int least) {
    return Plans.filter(
        Plans.call(
            Function.GREATER_THAN_OR_EQUAL,
            SqlType.BOOLEAN,
            Plans.column(rows, 0),
            Plans.integer(least, SqlType.INT)));
  }

  private static TableName create(Map<ServerSetting, String> settings, byte[]... splits)
      throws IOException {
    TableName name = TableName.valueOf("groups" + NUMBER.incrementAndGet());
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FixtureTable.FAMILY))
            .setCoprocessor(
                CoprocessorDescriptorBuilder.newBuilder(SparkSQLRegionObserver.class.getName())
                    .build());
    settings.forEach((setting, value) -> table.setValue(setting.key(), value));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table.build(), splits.length == 0 ? null : splits);
    }
    return name;
  }

  /**
   * @param isWanted told the number of the group and the cell
   */
  private static void write(
      TableName name, List<FixtureRow> groups, BiPredicate<Integer, FixtureCell> isWanted)
      throws IOException {
    try (BufferedMutator table = connection.getBufferedMutator(name)) {
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
          table.mutate(put);
        }
      }
    }
  }

  private static void flush(TableName name) throws IOException {
    for (HRegion region : regions(name)) {
      region.flush(true);
    }
  }

  private static void compact(TableName name) throws IOException {
    flush(name);
    for (HRegion region : regions(name)) {
      region.compact(true);
    }
  }

  private static List<HRegion> regions(TableName name) {
    return SharedCluster.get().servers().getLiveRegionServers().stream()
        .flatMap(server -> server.getRegionServer().getRegions(name).stream())
        .toList();
  }

  /** Frames whose rows are those of the packed table. */
  private List<ResultFrame> readAsPacked(TableName name, Operator... operators) throws IOException {
    List<ResultFrame> frames =
        FrameScan.all(
            connection,
            name,
            Plans.plan(ColumnarRows.layout(rows, GROUP_BITS), operators),
            new Scan().addFamily(FixtureTable.FAMILY));
    List<List<Object>> read = new ArrayList<>();
    for (ResultFrame frame : frames) {
      read.addAll(ResultRows.of(frame.batch().columns(), frame.batch().rowCount()));
    }
    CompiledSubPlan packed = Plans.compile(rows, operators);
    List<List<Object>> expected =
        EngineRun.of(packed, new InMemoryRowSource(packed, rows.rows()), EngineRun.WIDE).rows();
    assertEquals(expected.size(), read.size());
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i), read.get(i));
    }
    return frames;
  }
}
