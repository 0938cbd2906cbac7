package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.coprocessor.server.ServerState;
import org.apache.spark.sql.hbase.wire.proto.FrameHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A count reads no block whose rows were counted before, and counts the rows of a plain scan. */
class ITCountedRows extends ClusterTest {
  private static final byte[] X = CellsTable.QUALIFIERS[0];
  private static final int ROWS = 3_000;

  @ParameterizedTest
  @EnumSource(DataBlockEncoding.class)
  void theSecondCountReadsFewBlocks(DataBlockEncoding encoding) throws IOException {
    CellsTable table = table(family -> family.setDataBlockEncoding(encoding)).compact();

    CellsTable.Read first = table.countAsScanned(new Scan());
    CellsTable.Read second = table.countAsScanned(new Scan());

    assertEquals(0, first.skippedBlocks());
    assertEquals(ROWS, first.fromStoreFiles());
    assertEquals(ROWS, second.fromStoreFiles());
    assertTrue(2 * second.blocks() <= first.blocks() + 4, first + " " + second);
    assertTrue(2 * second.skippedBlocks() >= first.blocks() - 4, first + " " + second);
  }

  @Test
  void noBlockIsReadBetweenTheBatchesOfKnownRows() throws IOException {
    CellsTable table = table(8, family -> family.setBlocksize(2_048)).compact();

    CellsTable.Read first = table.countAsScanned(new Scan());
    CellsTable.Read second = table.countAsScanned(new Scan());

    assertTrue(first.blocks() > 300, first.toString());
    assertTrue(second.blocks() <= 4, second.toString());
    assertTrue(second.skippedBlocks() >= first.blocks() - 4, first + " " + second);
  }

  @Test
  void partsAreCountedAsTheWhole() throws IOException {
    CellsTable table = table(family -> family).compact();
    table.countAsScanned(part(700, 2_200));
    assertTrue(table.countAsScanned(part(700, 2_200)).skippedBlocks() > 0);
    assertTrue(table.countAsScanned(new Scan()).skippedBlocks() > 0);

    Random random = new Random(7);
    for (int i = 0; i < 30; i++) {
      int from = random.nextInt(ROWS);
      int to = from + 1 + random.nextInt(ROWS - from);
      table.countAsScanned(
          new Scan()
              .withStartRow(CellsTable.key(from), random.nextBoolean())
              .withStopRow(CellsTable.key(to), random.nextBoolean()));
    }
  }

  @Test
  void framesEndWithARowOfTheTable() throws IOException {
    CellsTable table =
        CellsTable.create(
                connection,
                Map.of(ServerSetting.FRAME_MAX_ROWS, "100"),
                family -> family.setBlocksize(2_048))
            .loadNumbers(0, ROWS, CellsTable.A, 200)
            .compact();
    table.countAsScanned(new Scan());

    // Each scan goes on behind the first frame of the one before it, as after a lost connection.
    byte[] position = {};
    long rows = 0;
    long skippedBlocks = 0;
    int frames = 0;
    for (boolean isAtEnd = false; !isAtEnd; frames++) {
      Scan rest = new Scan().addFamily(CellsTable.A).withStartRow(position);
      try (FrameScan scan = FrameScan.open(connection, table.name(), table.onesPlan(), rest)) {
        scan.next();
        FrameHeader frame = scan.last().header();
        rows += frame.getRowCount();
        skippedBlocks += frame.getStatistics().getStoreFileBlocksSkipped();
        position = frame.getToRow().toByteArray();
        isAtEnd = frame.getLastInRegion();
      }
    }
    assertEquals(ROWS, rows);
    assertTrue(frames > 10, "frames: " + frames);
    assertTrue(skippedBlocks > 100, "blocks: " + skippedBlocks);
  }

  @Test
  void changedRowsAreNeverTakenFromMemory() throws IOException {
    CellsTable table = table(family -> family.setMaxVersions(2)).compact();
    table.countAsScanned(new Scan());
    List<Mutation> changes = new ArrayList<>();
    for (int row = 200; row < ROWS; row += 700) {
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
    }
    table.write(changes);

    assertTrue(table.countAsScanned(new Scan()).skippedBlocks() > 0);
    assertTrue(table.flush().countAsScanned(new Scan()).skippedBlocks() > 0);
    // Markers and rows that have none of their own are now in the same file.
    table.compact().countAsScanned(new Scan());
    assertTrue(table.countAsScanned(new Scan()).skippedBlocks() > 0);
  }

  @Test
  void rowsThatAnEarlierReadPointDoesNotSeeAreNotTaken() throws IOException {
    CellsTable table = table(family -> family).compact();
    HRegion region = table.regions().get(0);
    long readPoint = region.getMVCC().getReadPoint();
    // Holds the read point, so that the compaction keeps what was visible there.
    try (FrameScan holder = FrameScan.open(connection, table.name(), table.plan(), new Scan())) {
      table.loadNumbers(ROWS, ROWS + 500, CellsTable.A, 200).compact();
      Scan old = new Scan().addFamily(CellsTable.A);
      PackagePrivateFieldAccessor.setMvccReadPoint(old, readPoint);
      table.countAsScanned(new Scan());
      assertEquals(ROWS, table.countInServer(region, old));
      assertTrue(holder.next());
    }
  }

  @Test
  void rowsWithAnEndOfLifeOfTheirOwnAreReadEachTime() throws IOException {
    CellsTable tagged = table(family -> family);
    List<Mutation> puts = new ArrayList<>();
    for (int row = 0; row < ROWS; row += 20) {
      Put put = new Put(CellsTable.key(row)).addColumn(CellsTable.A, X, new byte[3]);
      puts.add(put.setTTL(1_000_000_000));
    }
    tagged.write(puts).compact().countAsScanned(new Scan());
    assertEquals(0, tagged.countAsScanned(new Scan()).skippedBlocks());
  }

  @Test
  void rowsAreCountedAsLongAsNoneOfTheFileNearsTheEndOfItsLife() throws IOException {
    CellsTable young = table(family -> family.setTimeToLive(CellsTable.LIFE_SECONDS)).compact();
    young.countAsScanned(new Scan());
    assertTrue(young.countAsScanned(new Scan()).skippedBlocks() > 0);
    CellsTable old = table(family -> family.setTimeToLive(CellsTable.LIFE_SECONDS));
    old.write(CellsTable.dyingNumber(ROWS)).compact().countAsScanned(new Scan());
    assertEquals(0, old.countAsScanned(new Scan()).skippedBlocks());
  }

  @Test
  void compactionsForgetWhatWasCounted() throws IOException {
    CellsTable table = table(family -> family).compact();
    ZoneMaps maps = ServerState.current().zoneMaps();
    long others = maps.heldBytes();
    table.countAsScanned(new Scan());
    assertTrue(maps.heldBytes() > others);
    table.load(0, 10, "v").compact();
    assertEquals(others, maps.heldBytes());
  }

  private static CellsTable table(UnaryOperator<ColumnFamilyDescriptorBuilder> families)
      throws IOException {
    return table(100, families);
  }

  private static CellsTable table(
      int batchRows, UnaryOperator<ColumnFamilyDescriptorBuilder> families) throws IOException {
    return CellsTable.create(
            connection,
            Map.of(ServerSetting.BATCH_MAX_ROWS, Integer.toString(batchRows)),
            family -> families.apply(family.setBlocksize(4_096)))
        .loadNumbers(0, ROWS, CellsTable.A, 200);
  }

  private static Scan part(int from, int to) {
    return new Scan().withStartRow(CellsTable.key(from)).withStopRow(CellsTable.key(to));
  }
}
