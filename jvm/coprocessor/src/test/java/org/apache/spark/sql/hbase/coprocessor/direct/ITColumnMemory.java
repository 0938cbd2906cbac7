package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumberRange;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.coprocessor.server.ServerState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows whose columns are in memory are those of a plain scan, and are read from no block. */
class ITColumnMemory extends ClusterTest {
  private static final byte[] X = CellsTable.QUALIFIERS[0];
  private static final int ROWS = 3_000;
  private static final Scan ALL = new Scan();

  @ParameterizedTest
  @EnumSource(DataBlockEncoding.class)
  void theThirdReadIsFromMemory(DataBlockEncoding encoding) throws IOException {
    CellsTable table = table(family -> family.setDataBlockEncoding(encoding)).compact();

    CellsTable.Read first = table.readOneFamilyAsScanned(ALL);
    CellsTable.Read second = table.readOneFamilyAsScanned(ALL);
    CellsTable.Read third = table.readOneFamilyAsScanned(ALL);

    assertEquals(0, first.fromMemory() + second.fromMemory());
    assertEquals(ROWS, third.fromMemory());
    assertEquals(ROWS, third.fromStoreFiles());
    assertTrue(third.blocks() <= 3, third.toString());
  }

  @Test
  void aTableCanDoWithout() throws IOException {
    CellsTable table =
        CellsTable.create(
                connection, Map.of(ServerSetting.COLUMN_MEMORY_ENABLED, "false"), family -> family)
            .loadNumbers(0, ROWS, CellsTable.A, 200)
            .compact();
    long held = ServerState.current().columnMemory().heldBytes();
    assertEquals(0, remembered(table).readOneFamilyAsScanned(ALL).fromMemory());
    assertEquals(held, ServerState.current().columnMemory().heldBytes());
  }

  @Test
  void partsAreReadAsTheWhole() throws IOException {
    CellsTable table = remembered(table(family -> family).compact());
    Random random = new Random(7);
    long fromMemory = 0;
    long rows = 0;
    for (int i = 0; i < 30; i++) {
      int from = random.nextInt(ROWS);
      int to = from + 1 + random.nextInt(ROWS - from);
      Scan part =
          new Scan()
              .withStartRow(CellsTable.key(from), random.nextBoolean())
              .withStopRow(CellsTable.key(to), random.nextBoolean());
      CellsTable.Read read = table.readOneFamilyAsScanned(part);
      fromMemory += read.fromMemory();
      rows += read.rows().size();
    }
    assertEquals(rows, fromMemory);
  }

  @Test
  void partsThatWereRememberedAreJoined() throws IOException {
    CellsTable table = table(family -> family).compact();
    Scan middle = part(700, 2_200);
    for (int i = 0; i < 3; i++) {
      table.readOneFamilyAsScanned(middle);
    }
    assertTrue(table.readOneFamilyAsScanned(ALL).fromMemory() > 1_000);
    table.readOneFamilyAsScanned(ALL);
    assertEquals(ROWS, table.readOneFamilyAsScanned(ALL).fromMemory());
  }

  @Test
  void rangesLeaveRowsOut() throws IOException {
    CellsTable table = table(family -> family).compact();
    CellsTable.Read last = null;
    for (int i = 0; i < 3; i++) {
      last = table.readOneFamilyAsScanned(ALL, new NumberRange(CellsTable.A, 100, 2_900));
    }
    // Zones reject whole blocks at both ends.
    assertTrue(last.fromMemory() > 2_800, "rows: " + last.fromMemory());
    for (NumberRange range :
        List.of(
            new NumberRange(CellsTable.A, 5, 5),
            new NumberRange(CellsTable.A, -4, 2),
            new NumberRange(CellsTable.A, ROWS - 1, ROWS))) {
      table.readOneFamilyAsScanned(ALL, range);
    }
  }

  @Test
  void rowsThatZonesRejectAreKeptWhereTheyAreFewAmongOthers() throws IOException {
    int rowsOfZone = 50;
    int firstOfMany = 1_000;
    int endOfMany = 2_000;
    long kept =
        rowsKeptOfRange(
            row -> row % (3 * rowsOfZone / 2) == 0 && (row < firstOfMany || row >= endOfMany));
    assertEquals(ROWS - (endOfMany - firstOfMany), kept, 4 * rowsOfZone, "rows");
  }

  @Test
  void rowsThatZonesRejectAreNotReadWhereTheyAreMost() throws IOException {
    int step = 300;
    long kept = rowsKeptOfRange(row -> row % step == 0);
    // Of each accepted zone there are some five rejected ones.
    assertTrue(kept > ROWS / step && kept < ROWS / 2, "rows: " + kept);
  }

  /** The rows that a third read of a range takes from memory. */
  private long rowsKeptOfRange(IntPredicate isInRange) throws IOException {
    List<Put> others = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      if (!isInRange.test(row)) {
        others.add(CellsTable.number(row, CellsTable.A, -1));
      }
    }
    CellsTable table = table(family -> family).write(others).compact();
    NumberRange range = new NumberRange(CellsTable.A, 0, ROWS);
    for (int i = 0; i < 2; i++) {
      table.readOneFamilyAsScanned(ALL, range);
    }
    return table.readOneFamilyAsScanned(ALL, range).fromMemory();
  }

  @Test
  void columnsAreAddedToThoseThatAreThere() throws IOException {
    CellsTable table = remembered(table(family -> family).compact());
    ColumnMemory memory = ServerState.current().columnMemory();
    long held = memory.heldBytes();
    NumberRange range = new NumberRange(CellsTable.A, 0, ROWS);
    for (int i = 0; i < 2; i++) {
      table.readOneFamilyAsScanned(ALL, range);
    }
    assertEquals(ROWS, table.readOneFamilyAsScanned(ALL, range).fromMemory());
    assertEquals(ROWS, table.readOneFamilyAsScanned(ALL).fromMemory());
    // The row keys are held once.
    assertTrue(memory.heldBytes() - held < held, held + " and " + memory.heldBytes());
  }

  @Test
  void framesEndWithARowOfTheTable() throws IOException {
    CellsTable table =
        CellsTable.create(
                connection,
                Map.of(ServerSetting.FRAME_MAX_ROWS, "100", ServerSetting.BATCH_MAX_ROWS, "64"),
                family -> family.setBlocksize(2_048))
            .loadNumbers(0, ROWS, CellsTable.A, 200)
            .compact();
    assertEquals(ROWS, remembered(table).readOneFamilyAsScanned(ALL).fromMemory());
  }

  @Test
  void changedRowsAreNotTakenFromMemory() throws IOException {
    CellsTable table = remembered(table(family -> family.setMaxVersions(2)).compact());
    List<Mutation> changes = new ArrayList<>();
    for (int row = 200; row < ROWS; row += 70) {
      changes.add(new Delete(CellsTable.key(row)));
      changes.add(new Delete(CellsTable.key(row + 1)).addFamily(CellsTable.A));
      changes.add(new Delete(CellsTable.key(row + 2)).addColumns(CellsTable.A, X));
      changes.add(
          new Delete(CellsTable.key(row + 3))
              .addColumns(CellsTable.A, X)
              .addColumns(CellsTable.A, CellsTable.NUMBER));
      changes.add(CellsTable.number(row + 4, CellsTable.A, -1));
      changes.add(
          new Put(Bytes.toBytes("row" + row + "new")).addColumn(CellsTable.A, X, new byte[3]));
      changes.add(new Put(CellsTable.key(row + 5)).addColumn(CellsTable.B, X, new byte[3]));
      changes.add(new Put(CellsTable.key(row + 9)).addColumn(CellsTable.A, X, new byte[3]));
    }
    table.write(changes);

    assertTrue(table.readOneFamilyAsScanned(ALL).fromMemory() > ROWS / 2);
    assertTrue(table.flush().readOneFamilyAsScanned(ALL).fromMemory() > ROWS / 2);
    NumberRange range = new NumberRange(CellsTable.A, -1, 2_900);
    for (int i = 0; i < 3; i++) {
      table.readOneFamilyAsScanned(ALL, range);
    }
    // Rows of older versions and markers are now in one file with all others.
    assertEquals(0, table.compact().readOneFamilyAsScanned(ALL).fromMemory());
    assertTrue(remembered(table).readOneFamilyAsScanned(ALL).fromMemory() > ROWS / 2);
  }

  @Test
  void blocksOfDeletedRowsAreNotRead() throws IOException {
    CellsTable table = remembered(table(family -> family).compact());
    List<Mutation> deletes = new ArrayList<>();
    for (int row = 0; row < ROWS; row += 20) {
      deletes.add(new Delete(CellsTable.key(row)));
    }
    table.write(deletes);
    int left = ROWS - ROWS / 20;
    for (CellsTable.Read read :
        List.of(table.readOneFamilyAsScanned(ALL), table.flush().readOneFamilyAsScanned(ALL))) {
      assertEquals(left, read.fromMemory());
      assertEquals(Map.of(), read.fromScanner());
      assertTrue(read.blocks() <= 3, read.toString());
    }

    // Some come back with times below those of their markers, and some with later ones.
    List<Mutation> back = new ArrayList<>();
    for (int row = 0; row < ROWS; row += 100) {
      back.add(whole(CellsTable.key(row), row % 200 == 0 ? 1 : HConstants.LATEST_TIMESTAMP));
    }
    CellsTable.Read read = table.write(back).readOneFamilyAsScanned(ALL);
    assertEquals(left, read.fromMemory());
    assertEquals(left + ROWS / 200, read.rows().size());
    assertEquals(Map.of(), read.fromScanner());
  }

  @Test
  void blocksOfRowsThatWereWrittenAgainAreNotReadUnlessTheirTimesAreThoseOfTheFile()
      throws IOException {
    CellsTable table = remembered(table(family -> family).compact());
    table.write(rewritten(20, HConstants.LATEST_TIMESTAMP));
    for (CellsTable.Read read :
        List.of(
            table.readOneFamilyAsScanned(ALL),
            table.flush().readOneFamilyAsScanned(ALL),
            table.readOneFamilyAsScanned(part(1_000, 2_000)))) {
      assertTrue(read.blocks() <= 3, read.toString());
    }
    // Together with the small file; a scan begins with a row that is read from there.
    assertEquals(ROWS - 1, remembered(table).readOneFamilyAsScanned(ALL).fromMemory());

    // Rows between those of the file, at the end of a stretch and behind all, too.
    List<Mutation> added = new ArrayList<>();
    for (int row = 0; row <= ROWS; row += 50) {
      added.add(whole(Bytes.toBytes("row" + row + "new"), HConstants.LATEST_TIMESTAMP));
    }
    CellsTable.Read withMore = table.write(added).readOneFamilyAsScanned(ALL);
    assertEquals(ROWS - 1, withMore.fromMemory());
    assertTrue(withMore.blocks() <= 6, withMore.toString());

    // Those that are older than some cell of the file may be hidden by others there.
    table.write(rewritten(30, 1));
    assertTrue(table.readOneFamilyAsScanned(ALL).blocks() > ROWS / 60);
  }

  /** A NULL is written as a marker, for an older file may have a value. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsThatWereWrittenAgainWithNullsAreReadFromWhereTheyWereWritten(boolean isFlushed)
      throws IOException {
    CellsTable table = remembered(table(family -> family).compact());
    List<Mutation> changes = new ArrayList<>();
    int written = 0;
    for (int row = 0; row < ROWS; row += 20) {
      changes.add(whole(CellsTable.key(row), HConstants.LATEST_TIMESTAMP));
      changes.add(new Delete(CellsTable.key(row)).addColumns(CellsTable.A, X));
      written++;
    }
    table.write(changes);
    CellsTable.Read read = (isFlushed ? table.flush() : table).readOneFamilyAsScanned(ALL);
    assertEquals(ROWS, read.fromStoreFiles());
    assertEquals(ROWS - written, read.fromMemory());
    assertTrue(read.blocks() <= 3, read.toString());
  }

  /** Stretches of 1,024 rows begin or end at some of the rows that are written again. */
  @ParameterizedTest
  @CsvSource({"true, 0, 64", "false, 4, 5"})
  void stretchesFollowEachOtherOverRowsThatWereWrittenAgain(
      boolean isRememberedBefore, int from, int step) throws IOException {
    int rows = 3 * ROWS;
    CellsTable table = table(family -> family).loadNumbers(ROWS, rows, CellsTable.A, 200).compact();
    if (isRememberedBefore) {
      remembered(table);
    }
    List<Mutation> puts = rewritten(from, rows, step, HConstants.LATEST_TIMESTAMP);
    table.write(puts);
    if (!isRememberedBefore) {
      remembered(table);
    }
    CellsTable.Read read = table.readOneFamilyAsScanned(ALL);
    assertEquals(rows - puts.size(), read.fromMemory());
    assertTrue(read.blocks() <= 3, read.toString());
  }

  /** Rows were written again as a whole or in part, deleted and added. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsOfSmallFilesAreRememberedWithThoseOfTheLargeOne(boolean areInTwoFiles)
      throws IOException {
    CellsTable table = remembered(table(family -> family).compact());
    table.write(changes(5));
    if (areInTwoFiles) {
      table.flush();
    }
    table.write(changes(500)).flush();

    CellsTable.Read third = remembered(table).readOneFamilyAsScanned(ALL);
    assertAllFromMemory(third);
    for (int i = 0; i < 2; i++) {
      table.readOneFamilyAsScanned(part(431, 2_222));
      table.readOneFamilyAsScanned(ALL, new NumberRange(CellsTable.A, 300, 2_900));
    }
  }

  @Test
  void changesInTheRegionsMemoryLieAmongRowsOfSmallFilesThatAreRemembered() throws IOException {
    CellsTable table = remembered(table(family -> family).compact());
    remembered(table.write(changes(5)).flush());
    long before = table.readOneFamilyAsScanned(ALL).fromMemory();
    table.write(changes(500));
    CellsTable.Read read = table.readOneFamilyAsScanned(ALL);
    assertTrue(read.fromMemory() >= before - changes(500).size(), read.toString());
    assertTrue(read.fromMemory() < before, read.toString());

    // The same rows are in a file now, beside which the others were remembered.
    table.flush();
    assertTrue(table.readOneFamilyAsScanned(ALL).fromMemory() > ROWS / 2);
    table.readOneFamilyAsScanned(ALL);
    CellsTable.Read last = table.readOneFamilyAsScanned(ALL);
    assertEquals(last.rows().size(), last.fromMemory());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsInTheRegionsMemoryAreRememberedUntilTheNextWrite(boolean hasSmallFile)
      throws IOException {
    CellsTable table = remembered(table(family -> family).compact());
    if (hasSmallFile) {
      table.write(changes(5)).flush();
    }
    table.write(changes(500));
    CellsTable.Read third = remembered(table).readOneFamilyAsScanned(ALL);
    assertAllFromMemory(third);
    for (int i = 0; i < 3; i++) {
      table.readOneFamilyAsScanned(part(431, 2_222));
      table.readOneFamilyAsScanned(ALL, new NumberRange(CellsTable.A, 300, 2_900));
    }

    CellsTable.Read next =
        table
            .write(rewritten(5, ROWS, 70, HConstants.LATEST_TIMESTAMP))
            .readOneFamilyAsScanned(ALL);
    assertTrue(next.fromMemory() < next.rows().size(), next.toString());
    third = remembered(table.flush()).readOneFamilyAsScanned(ALL);
    assertEquals(third.rows().size(), third.fromMemory());
  }

  @Test
  void rowsInTheRegionsMemoryThatMayEndTheirLifeAreNotRemembered() throws IOException {
    CellsTable table =
        remembered(
            table(family -> family.setTimeToLive((int) TimeUnit.DAYS.toSeconds(9))).compact());
    table.write(rewritten(20, HConstants.LATEST_TIMESTAMP));
    CellsTable.Read third = remembered(table).readOneFamilyAsScanned(ALL);
    assertEquals(ROWS - ROWS / 20, third.fromMemory());
  }

  @Test
  void rowsThatWereInTheRegionsMemoryAreGapsOfWhatIsRemembered() throws IOException {
    CellsTable table = remembered(table(family -> family).compact());
    table.write(changes(5)).flush();
    HRegion region = table.regions().get(0);
    Scan old = new Scan().addFamily(CellsTable.A);
    PackagePrivateFieldAccessor.setMvccReadPoint(old, region.getMVCC().getReadPoint());
    List<String> rows = table.readInServer(region, old, table.oneFamilyPlan()).rows();

    int changed = table.write(changes(500)).readOneFamilyAsScanned(ALL).rows().size();
    CellsTable.Read third = thirdBesideWrites(table);
    assertTrue(third.fromMemory() >= changed - changes(500).size(), third.toString());
    assertTrue(third.fromMemory() < changed, third.toString());
    // An earlier scan sees the same files, and none of what the region's memory has.
    CellsTable.Read earlier = table.readInServer(region, old, table.oneFamilyPlan());
    assertEquals(rows, earlier.rows());
    assertTrue(earlier.fromMemory() > ROWS / 2, earlier.toString());
  }

  @Test
  void rowsOfASmallFileThatAnEarlierReadPointDoesNotSeeAreNotTaken() throws IOException {
    CellsTable table = remembered(table(family -> family).compact());
    HRegion region = table.regions().get(0);
    Scan old = new Scan().addFamily(CellsTable.A);
    PackagePrivateFieldAccessor.setMvccReadPoint(old, region.getMVCC().getReadPoint());
    List<String> rows = table.readInServer(region, old, table.oneFamilyPlan()).rows();
    // Holds the read point, so that the flush keeps what was visible there.
    try (FrameScan holder = FrameScan.open(connection, table.name(), table.plan(), new Scan())) {
      remembered(table.write(changes(5)).flush());
      assertEquals(rows, table.readInServer(region, old, table.oneFamilyPlan()).rows());
      assertTrue(holder.next());
    }
  }

  /** Each file is one block, so a place in one of them is a place in the other, too. */
  @Test
  void placesOfMergedRowsAreThoseOfTheirOwnFile() throws IOException {
    int rowsOfStretch = 1_024;
    CellsTable table =
        remembered(
            table(family -> family.setBlocksize(8 << 20))
                .compact()
                .loadNumbers(ROWS, 2 * ROWS, CellsTable.A, 200)
                .flush());
    int firstOfSecond = ROWS + rowsOfStretch;
    table.write(whole(CellsTable.key(ROWS - 5), HConstants.LATEST_TIMESTAMP));
    table.write(whole(CellsTable.key(firstOfSecond + 5), HConstants.LATEST_TIMESTAMP)).flush();
    HRegion region = table.regions().get(0);
    Scan old = new Scan().addFamily(CellsTable.A);
    PackagePrivateFieldAccessor.setMvccReadPoint(old, region.getMVCC().getReadPoint());
    List<String> rows = table.readInServer(region, old, table.oneFamilyPlan()).rows();
    assertEquals(2 * ROWS, rows.size());

    table.write(whole(CellsTable.key(firstOfSecond), HConstants.LATEST_TIMESTAMP));
    assertEquals(2 * ROWS - 1, thirdBesideWrites(table).fromMemory());
    assertEquals(rows, table.readInServer(region, old, table.oneFamilyPlan()).rows());
  }

  /** Some rows are written again as a whole, some in part, some deleted, some new. */
  private static List<Mutation> changes(int from) {
    List<Mutation> changes = new ArrayList<>();
    for (int row = from; row < from + ROWS / 2; row += 25) {
      changes.add(whole(CellsTable.key(row), HConstants.LATEST_TIMESTAMP));
      changes.add(new Put(CellsTable.key(row + 3)).addColumn(CellsTable.A, X, new byte[3]));
      changes.add(new Delete(CellsTable.key(row + 7)));
      changes.add(new Delete(CellsTable.key(row + 9)).addColumns(CellsTable.A, X));
      changes.add(
          whole(Bytes.add(CellsTable.key(row + 11), CellsTable.A), HConstants.LATEST_TIMESTAMP));
      changes.add(new Delete(CellsTable.key(row + 13)));
      changes.add(new Put(CellsTable.key(row + 13)).addColumn(CellsTable.A, X, 1, new byte[3]));
    }
    return changes;
  }

  private static List<Mutation> rewritten(int step, long timestamp) {
    return rewritten(0, ROWS, step, timestamp);
  }

  private static List<Mutation> rewritten(int from, int to, int step, long timestamp) {
    List<Mutation> puts = new ArrayList<>();
    for (int row = from; row < to; row += step) {
      puts.add(whole(CellsTable.key(row), timestamp));
    }
    return puts;
  }

  /** A row with all cells that are read. */
  private static Put whole(byte[] row, long timestamp) {
    Put put = new Put(row);
    for (byte[] qualifier : CellsTable.QUALIFIERS) {
      put.addColumn(CellsTable.A, qualifier, timestamp, Bytes.toBytes("again"));
    }
    return put;
  }

  @Test
  void rowsThatAnEarlierReadPointDoesNotSeeAreNotTaken() throws IOException {
    CellsTable table = table(family -> family).compact();
    HRegion region = table.regions().get(0);
    long readPoint = region.getMVCC().getReadPoint();
    // Holds the read point, so that the compaction keeps what was visible there.
    try (FrameScan holder = FrameScan.open(connection, table.name(), table.plan(), new Scan())) {
      remembered(table.loadNumbers(ROWS, ROWS + 500, CellsTable.A, 200).compact());
      Scan old = new Scan().addFamily(CellsTable.A);
      PackagePrivateFieldAccessor.setMvccReadPoint(old, readPoint);
      CellsTable.Read read = table.readInServer(region, old, table.oneFamilyPlan());
      assertEquals(ROWS, read.rows().size());
      assertEquals(0, read.fromMemory());
      assertTrue(holder.next());
    }
  }

  @Test
  void rowsAreRememberedAsLongAsNoneOfTheFileNearsTheEndOfItsLife() throws IOException {
    CellsTable young = table(family -> family.setTimeToLive(CellsTable.LIFE_SECONDS)).compact();
    assertEquals(ROWS, remembered(young).readOneFamilyAsScanned(ALL).fromMemory());
    CellsTable old = table(family -> family.setTimeToLive(CellsTable.LIFE_SECONDS));
    old.write(CellsTable.dyingNumber(ROWS)).compact();
    assertEquals(0, remembered(old).readOneFamilyAsScanned(ALL).fromMemory());
  }

  @Test
  void whatIsKnownGoesWithFilesAndRegions() throws IOException {
    ColumnMemory memory = ServerState.current().columnMemory();
    long before = memory.heldBytes();
    CellsTable table = remembered(table(family -> family).compact());
    assertTrue(memory.heldBytes() > before);
    remembered(table.write(CellsTable.number(5, CellsTable.A, 6)).flush());
    table.compact();
    assertEquals(before, memory.heldBytes());
    remembered(table).closeRegion();
    assertEquals(before, memory.heldBytes());
  }

  /** Few blocks are read: those at which the scan begins and ends. */
  private static void assertAllFromMemory(CellsTable.Read read) {
    assertEquals(read.rows().size(), read.fromMemory());
    assertEquals(Map.of(), read.fromScanner());
    assertTrue(read.blocks() <= 6, read.toString());
  }

  private static CellsTable remembered(CellsTable table) throws IOException {
    table.readOneFamilyAsScanned(ALL);
    table.readOneFamilyAsScanned(ALL);
    return table;
  }

  /** The third of reads before which another family was written. */
  private static CellsTable.Read thirdBesideWrites(CellsTable table) throws IOException {
    Put other = new Put(CellsTable.key(0)).addColumn(CellsTable.B, X, new byte[3]);
    for (int i = 0; i < 2; i++) {
      table.write(other).readOneFamilyAsScanned(ALL);
    }
    return table.write(other).readOneFamilyAsScanned(ALL);
  }

  private static Scan part(int from, int to) {
    return new Scan().withStartRow(CellsTable.key(from)).withStopRow(CellsTable.key(to));
  }

  private CellsTable table(UnaryOperator<ColumnFamilyDescriptorBuilder> family) throws IOException {
    return CellsTable.create(
            connection, Map.of(), families -> family.apply(families.setBlocksize(4_096)))
        .loadNumbers(0, ROWS, CellsTable.A, 200);
  }
}
