package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.spark.sql.hbase.codec.chunk.GroupCell;
import org.apache.spark.sql.hbase.codec.chunk.GroupKey;
import org.apache.spark.sql.hbase.codec.chunk.OverlayCell;
import org.apache.spark.sql.hbase.codec.types.SqlType;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.GroupsTable;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.testkit.ColumnarRows;
import org.apache.spark.sql.hbase.testkit.FixtureCell;
import org.apache.spark.sql.hbase.testkit.FixtureColumn;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.apache.spark.sql.hbase.wire.proto.Operator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A region server reads groups of rows, from store files and through HBase's scanner. */
class ITColumnarGroups extends ClusterTest {
  private static final int ROWS = 2_000;

  /** 64 values of the key are a group. */
  private static final int GROUP_BITS = 26;

  /** A time behind those of {@link ColumnarRows}. */
  private static final long NEWER = 10_000;

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
    GroupsTable table = create(Map.of(), insideAGroup);
    table.write(groups, (row, cell) -> true).compact();

    GroupsTable.Read read = table.readAsPacked(rows);

    assertEquals(ROWS, read.rowsFromStoreFiles());
    assertEquals(Map.of(), read.fromScanner());
    GroupsTable.Read few = table.readAsPacked(rows, from(0, 1_930, SqlType.INT));
    assertTrue(few.rowsScanned() <= 2 * 64, few.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.3", "1"})
  void overlayRowsInMemoryAndSmallFilesChangeWhatLoadsBrought(String forcedShare)
      throws IOException {
    List<FixtureRow> groups = ColumnarRows.changed(rows, GROUP_BITS, new Random(5));
    GroupsTable table = create(Map.of(ServerSetting.DIRECT_FORCED_SHARE, forcedShare));
    table.write(groups, (row, cell) -> isChunk(cell) || row % 5 != 0).compact();
    table.write(groups, (row, cell) -> !isChunk(cell) && row % 10 == 0).flush();
    table.write(groups, (row, cell) -> !isChunk(cell) && row % 10 == 5);

    assertSources(forcedShare, table.readAsPacked(rows));
    table.compact();
    assertSources(forcedShare, table.readAsPacked(rows));
  }

  private static void assertSources(String forcedShare, GroupsTable.Read read) {
    if (forcedShare.equals("0")) {
      assertEquals(Map.of(), read.fromScanner());
    } else {
      assertTrue(read.fromScanner().containsKey("FORCED"), read.toString());
    }
  }

  @Test
  void groupsInMemoryOnlyAreReadThroughTheScanner() throws IOException {
    GroupsTable table = create(Map.of());
    table.write(ColumnarRows.changed(rows, GROUP_BITS, new Random(7)), (row, cell) -> true);

    GroupsTable.Read read = table.readAsPacked(rows);

    assertEquals(Set.of("NO_STORE_FILE"), read.fromScanner().keySet());
    assertEquals(0, read.rowsFromStoreFiles());
  }

  @Test
  void blocksOfGroupsWithoutARowThatPassesAreReadOnlyOnce() throws IOException {
    GroupsTable table =
        GroupsTable.create(
            connection, GROUP_BITS, Map.of(), family -> family.setBlocksize(1 << 10));
    List<FixtureRow> groups = ColumnarRows.loaded(rows, GROUP_BITS, new Random(9));
    table.write(groups, (row, cell) -> true).compact();
    Operator last = from(1, 1_930, SqlType.BIGINT);

    GroupsTable.Read first = table.readAsPacked(rows, last);
    GroupsTable.Read second = table.readAsPacked(rows, last);

    assertEquals(0, first.skippedBlocks());
    assertTrue(second.skippedBlocks() > first.blocks() / 2, first + " " + second);
    assertTrue(second.blocks() < first.blocks() / 2, first + " " + second);
    assertTrue(second.rowsScanned() < ROWS / 2, second.toString());

    // A row of a group whose chunks were passed over comes into the range, in memory and in a file.
    FixtureTable changed = new FixtureTable(rows.columns(), 1, FixtureTable.Layout.PACKED);
    for (int k = 0; k < ROWS; k++) {
      Long n = k == 100 ? Long.valueOf(1_950) : k % 10 == 3 ? null : Long.valueOf(k);
      changed.add(k, n, "text " + k % 7);
    }
    table.write(List.of(overlay(changed.rows().get(100))));
    GroupsTable.Read inMemory = table.readAsPacked(changed, last);
    GroupsTable.Read inFile = table.flush().readAsPacked(changed, last);
    assertTrue(inMemory.rowsScanned() < ROWS / 2 + 64, inMemory.toString());
    assertTrue(inFile.rowsScanned() < ROWS / 2 + 64, inFile.toString());
    table.compact().readAsPacked(changed, last);
    table.readAsPacked(changed, last);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 1_000})
  void theThirdReadIsFromMemoryButForGroupsThatChanged(int batchRows) throws IOException {
    Map<ServerSetting, String> settings =
        Map.of(ServerSetting.BATCH_MAX_ROWS, Integer.toString(batchRows));
    GroupsTable table = create(settings);
    List<FixtureRow> groups = ColumnarRows.changed(rows, GROUP_BITS, new Random(11));
    table.write(groups, (row, cell) -> true).compact();
    List<Operator[]> queries =
        List.of(
            new Operator[] {},
            new Operator[] {from(1, 1_200, SqlType.BIGINT)},
            new Operator[] {Plans.project(Plans.column(rows, 2))},
            new Operator[] {Plans.project(Plans.column(rows, 0))});

    for (Operator[] query : queries) {
      GroupsTable.Read first = table.readAsPacked(rows, query);
      table.readAsPacked(rows, query);
      GroupsTable.Read third = table.readAsPacked(rows, query);
      assertTrue(third.rowsFromMemory() >= third.rows(), third.toString());
      assertEquals(third.rowsScanned(), third.rowsFromMemory());
      assertTrue(third.blocks() < first.blocks() || first.blocks() == 1, first + " " + third);
    }

    table.write(List.of(overlay(100)));
    GroupsTable.Read changed = table.readAsPacked(rows);
    assertEquals(ROWS - 64, changed.rowsFromMemory(), changed.toString());
    assertEquals(ROWS, changed.rowsFromStoreFiles());
    table.readAsPacked(rows);
    assertEquals(ROWS, table.readAsPacked(rows).rowsFromMemory());
    assertEquals(0, table.compact().readAsPacked(rows).rowsFromMemory());
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 1_000})
  void groupsOfSmallFilesAreRememberedWithWhatTheLargeOneHasOfThem(int batchRows)
      throws IOException {
    Map<ServerSetting, String> settings =
        Map.of(ServerSetting.BATCH_MAX_ROWS, Integer.toString(batchRows));
    GroupsTable table = create(settings);
    List<FixtureRow> groups = ColumnarRows.changed(rows, GROUP_BITS, new Random(12));
    // One group is in the small file alone. Others have a changed row there, the one before it too.
    table.write(groups, (group, cell) -> group != 8).compact();
    table.write(groups, (group, cell) -> group == 8);
    table.write(List.of(overlay(100), overlay(500), overlay(1_300))).flush();
    List<Operator[]> queries =
        List.of(
            new Operator[] {},
            new Operator[] {from(1, 1_200, SqlType.BIGINT)},
            new Operator[] {Plans.project(Plans.column(rows, 2))});

    for (Operator[] query : queries) {
      GroupsTable.Read first = table.readAsPacked(rows, query);
      table.readAsPacked(rows, query);
      GroupsTable.Read third = table.readAsPacked(rows, query);
      assertEquals(third.rowsScanned(), third.rowsFromMemory(), third.toString());
      assertTrue(third.blocks() < first.blocks() || first.blocks() == 1, first + " " + third);
    }

    table.write(List.of(overlay(1_310)));
    assertEquals(ROWS - 64, table.readAsPacked(rows).rowsFromMemory());
    table.flush();
    assertEquals(ROWS - 4 * 64, table.readAsPacked(rows).rowsFromMemory());
    table.readAsPacked(rows);
    assertEquals(ROWS, table.readAsPacked(rows).rowsFromMemory());
  }

  @Test
  void groupsAreRememberedThoughEachHasARowInTheRegionsMemory() throws IOException {
    GroupsTable table = create(Map.of());
    table.write(ColumnarRows.loaded(rows, GROUP_BITS, new Random(13)), (group, cell) -> true);
    table.compact();
    List<Mutation> overlays = new ArrayList<>();
    for (int k = 0; k < ROWS; k += 64) {
      overlays.add(overlay(k));
    }
    table.write(overlays);
    assertEquals(0, table.readAsPacked(rows).rowsFromMemory());
    table.readAsPacked(rows);
    GroupsTable.Read third = table.readAsPacked(rows);
    assertEquals(ROWS, third.rowsFromMemory(), third.toString());
  }

  private Put overlay(int k) {
    return overlay(rows.rows().get(k));
  }

  private static Put overlay(FixtureRow row) {
    GroupKey key = new GroupKey(GROUP_BITS);
    return new Put(key.of(row.rowKey()))
        .addColumn(
            FixtureTable.FAMILY,
            GroupCell.overlayQualifier(key, row.rowKey()),
            NEWER,
            OverlayCell.row(NEWER, row.cells().get(0).value()));
  }

  private static boolean isChunk(FixtureCell cell) {
    return cell.name()[1 + FixtureTable.FAMILY.length] == GroupCell.CHUNK;
  }

  private Operator from(int column, int least, SqlType type) {
    return Plans.filter(
        Plans.call(
            Function.GREATER_THAN_OR_EQUAL,
            SqlType.BOOLEAN,
            Plans.column(rows, column),
            Plans.integer(least, type)));
  }

  private static GroupsTable create(Map<ServerSetting, String> settings, byte[]... splits)
      throws IOException {
    return GroupsTable.create(connection, GROUP_BITS, settings, family -> family, splits);
  }
}
