package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.SharedCluster;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows straight from store files are the rows of HBase's scanner, and the counters say so. */
class ITStoreFileRows extends ClusterTest {
  private static final byte[] X = CellsTable.QUALIFIERS[0];
  private static final byte[] A_VALUE = Bytes.toBytes("value");

  @ParameterizedTest
  @EnumSource(
      value = DataBlockEncoding.class,
      names = {"NONE", "ROW_INDEX_V1", "FAST_DIFF"})
  void aCompactedTableIsReadFromItsFilesOnly(DataBlockEncoding encoding) throws IOException {
    CellsTable table =
        CellsTable.create(connection, Map.of(), family -> family.setDataBlockEncoding(encoding))
            .load(0, 3_000, "v")
            .compact();

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(3_000, read.fromStoreFiles());
    assertEquals(Map.of(), read.fromScanner());
  }

  @Test
  void startAndStopRowsAreKeptInAndOut() throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, 2_000, "v").compact();
    for (boolean startIn : new boolean[] {true, false}) {
      for (boolean stopIn : new boolean[] {true, false}) {
        for (byte[] stop : List.of(CellsTable.key(1_500), Bytes.toBytes("row15"), new byte[0])) {
          Scan scan =
              new Scan().withStartRow(CellsTable.key(700), startIn).withStopRow(stop, stopIn);

          CellsTable.Read read = table.readAsScanned(scan);

          assertEquals(read.rows().size(), read.fromStoreFiles());
        }
      }
    }
    Scan nothing = new Scan().withStartRow(Bytes.toBytes("s"));
    assertEquals(0, table.readAsScanned(nothing).rows().size());
  }

  @Test
  void rowsInMemoryAreMergedWithThoseOfFiles() throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, 2_000, "v").compact();
    table.load(100, 110, "changed").load(2_000, 2_005, "new");
    table.write(new Put(CellsTable.key(500)).addColumn(CellsTable.B, new byte[] {'z'}, A_VALUE));
    table.write(new Put(Bytes.toBytes("row0500a")).addColumn(CellsTable.B, X, A_VALUE));

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(2_006, read.fromStoreFiles());
    assertEquals(Map.of(), read.fromScanner());
  }

  @Test
  void rowsWithMarkersThatDeleteNothingAreReadFromFiles() throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, 2_000, "v");
    List<Mutation> nulls = new ArrayList<>();
    for (int row = 0; row < 2_000; row += 2) {
      nulls.add(new Delete(CellsTable.key(row)).addColumns(CellsTable.A, Bytes.toBytes("null")));
      nulls.add(new Delete(CellsTable.key(row + 1)).addColumn(CellsTable.B, new byte[] {0}, 5));
    }
    table.write(nulls).flush();

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(Map.of(), read.fromScanner());
    assertEquals(2_000, read.fromStoreFiles());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void deletedRowsOfSmallFilesAreMergedToo(boolean inMemoryToo) throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, 2_000, "v").compact();
    table.load(100, 110, "changed").flush();
    table.load(105, 120, "again").flush();
    table.write(deletes(1_000, 1_050)).flush();
    if (inMemoryToo) {
      table.load(1_010, 1_020, "back");
    }

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(Map.of(), read.fromScanner());
    assertEquals(inMemoryToo ? 1_960 : 1_950, read.fromStoreFiles());
  }

  @Test
  void whereMostRowsAreUnusualTheScannerReadsAStretch() throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, 4_000, "v").compact();
    table.write(versionDeletes(500, 1_500));

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(Set.of("DIRTY_ROW", "DIRTY_STRETCH"), read.fromScanner().keySet());
    assertTrue(read.fromScanner().get("DIRTY_ROW") <= 500, read.fromScanner().toString());
    assertTrue(read.fromStoreFiles() > 1_000, read.fromScanner().toString());
  }

  @Test
  void blocksComeThroughTheBlockCache() throws IOException {
    CellsTable table = CellsTable.create(connection).load(0, 3_000, "v").compact();
    CellsTable.Read uncached = table.read(new Scan().setCacheBlocks(false));
    long cachedBlocks = cachedBlocks();
    assertEquals(uncached.rows(), table.read(new Scan().setCacheBlocks(false)).rows());
    assertEquals(cachedBlocks, cachedBlocks(), "blocks were cached against the Scan's wish");

    CellsTable.Read cached = table.read(new Scan());
    long hits = 0;
    long misses = 1;
    // The cache may leave out blocks while it is busy, or drop them for those of other tests.
    for (int i = 0; i < 10 && misses > 0; i++) {
      long hitsBefore = SharedCluster.sumOfCaches(cache -> cache.getStats().getHitCount());
      long missesBefore = SharedCluster.sumOfCaches(cache -> cache.getStats().getMissCount());
      cached = table.read(new Scan());
      hits = SharedCluster.sumOfCaches(cache -> cache.getStats().getHitCount()) - hitsBefore;
      misses = SharedCluster.sumOfCaches(cache -> cache.getStats().getMissCount()) - missesBefore;
    }

    assertEquals(0, misses, "misses");
    assertTrue(hits >= cached.blocks(), hits + " hits, " + cached.blocks() + " blocks");
    assertEquals(3_000, cached.fromStoreFiles());
  }

  private static long cachedBlocks() {
    return SharedCluster.sumOfCaches(BlockCache::getDataBlockCount);
  }

  @Test
  void ofEqualTimestampsTheLaterWriteCounts() throws IOException {
    CellsTable table = CellsTable.create(connection);
    for (int write = 0; write < 4; write++) {
      List<Put> puts = new ArrayList<>();
      for (int n = write == 0 ? 0 : 100 * write;
          n < (write == 0 ? 3_000 : 200 + 100 * write);
          n++) {
        puts.add(
            new Put(CellsTable.key(n), 5_000)
                .addColumn(CellsTable.A, X, Bytes.toBytes("write" + write))
                .addColumn(CellsTable.B, X, 5_000 - write, Bytes.toBytes("older" + write)));
      }
      table.write(puts);
      if (write == 0) {
        table.compact();
      } else if (write < 3) {
        table.flush();
      }
    }

    assertEquals(3_000, table.readAsScanned(new Scan()).fromStoreFiles());
  }

  @Test
  void rowsWithMarkersOfFamiliesInTheBaseAreReadByTheScanner() throws IOException {
    CellsTable table = CellsTable.create(connection, Map.of(), family -> family.setMaxVersions(3));
    long t = 1_000_000;
    List<Mutation> writes = new ArrayList<>();
    for (int n = 0; n < 600; n++) {
      for (long version = 0; version < 3; version++) {
        writes.add(
            new Put(CellsTable.key(n), t + version)
                .addColumn(CellsTable.A, X, Bytes.toBytes("x" + n + "." + version))
                .addColumn(CellsTable.B, X, Bytes.toBytes("b" + n + "." + version)));
      }
    }
    for (int n = 0; n < 600; n += 10) {
      Delete delete = new Delete(CellsTable.key(n));
      switch (n / 10 % 6) {
        case 0 -> delete.addColumn(CellsTable.A, X, t + 2);
        case 1 -> delete.addColumns(CellsTable.A, X, t + 1);
        case 2 -> delete.addFamily(CellsTable.A, t + 1);
        case 3 -> delete.addFamilyVersion(CellsTable.A, t + 2);
        case 4 -> delete.addFamily(CellsTable.A, t + 5).addFamily(CellsTable.B, t + 5);
        default -> delete.addColumns(CellsTable.B, X, t + 2);
      }
      writes.add(delete);
    }
    // One file with puts and markers: nothing was compacted.
    table.write(writes).flush();

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(Map.of("UNUSUAL_ROW", 10L), read.fromScanner());
    assertEquals(580, read.fromStoreFiles());
  }

  @Test
  void whatTheRegionHoldsInMemoryOnlyIsReadByTheScanner() throws IOException {
    CellsTable table = CellsTable.create(connection);
    assertEquals(0, table.readAsScanned(new Scan()).fromStoreFiles());

    table.load(0, 100, "v");

    CellsTable.Read read = table.readAsScanned(new Scan());
    assertEquals(Map.of("NO_STORE_FILE", 100L), read.fromScanner());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.01", "0.3", "0.9", "1"})
  void theChangeOverAtRandomRowsChangesNothing(String share) throws IOException {
    CellsTable table =
        CellsTable.create(
                connection,
                Map.of(
                    ServerSetting.DIRECT_FORCED_SHARE, share, ServerSetting.BATCH_MAX_ROWS, "37"),
                family -> family)
            .load(0, 3_000, "v")
            .compact();
    table.load(1_000, 1_100, "changed").write(deletes(2_000, 2_100));

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertTrue(read.fromScanner().get("FORCED") > 0, read.fromScanner().toString());
  }

  /** The rows stay, and only the scanner says so. */
  private static List<Delete> versionDeletes(int from, int to) {
    List<Delete> deletes = new ArrayList<>();
    for (int n = from; n < to; n++) {
      deletes.add(new Delete(CellsTable.key(n)).addFamilyVersion(CellsTable.A, 1));
    }
    return deletes;
  }

  private static List<Delete> deletes(int from, int to) {
    List<Delete> deletes = new ArrayList<>();
    for (int n = from; n < to; n++) {
      deletes.add(new Delete(CellsTable.key(n)));
    }
    return deletes;
  }
}
