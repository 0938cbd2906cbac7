package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.ForeignObservers;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumberRange;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Kinds of scans, families and cells: the rows are right, and the reason is what it should be. */
class ITStoreFileConditions extends ClusterTest {
  private static final byte[] X = CellsTable.QUALIFIERS[0];
  private static final int DAY_SECONDS = 86_400;

  @Test
  void propertyOff() throws IOException {
    CellsTable table =
        CellsTable.create(
                connection, Map.of(ServerSetting.DIRECT_ENABLED, "false"), family -> family)
            .load(0, 200, "v")
            .compact();

    assertScannerReads(table, new Scan(), "DISABLED");
    NumberRange none = new NumberRange(CellsTable.A, 1, 2);
    for (int i = 0; i < 2; i++) {
      CellsTable.Read read = table.readAsScanned(new Scan(), none);
      assertEquals(0, read.blocks() + read.skippedBlocks());
    }
  }

  @Test
  void scansThatTheScannerReads() throws IOException {
    CellsTable table = compacted(family -> family);

    assertScannerReads(
        table, new Scan().setFilter(new PrefixFilter(Bytes.toBytes("row01"))), "FILTER");
    assertScannerReads(
        table, new Scan().setTimeRange(0, System.currentTimeMillis() / 2), "TIME_RANGE");
    assertScannerReads(table, new Scan().setTimeRange(5, Long.MAX_VALUE), "TIME_RANGE");
    assertScannerReads(
        table,
        new Scan()
            .setColumnFamilyTimeRange(CellsTable.B, 0, 5)
            .addFamily(CellsTable.A)
            .addFamily(CellsTable.B),
        "TIME_RANGE");
    assertScannerReads(
        table, new Scan().setIsolationLevel(IsolationLevel.READ_UNCOMMITTED), "ISOLATION");
    assertScannerReads(
        table,
        new Scan().withStartRow(CellsTable.key(7)).withStopRow(CellsTable.key(7), true),
        "ONE_ROW");
    assertScannerReads(
        table, new Scan().addColumn(CellsTable.A, X).addFamily(CellsTable.B), "COLUMNS");
  }

  @Test
  void secondaryReplicas() throws IOException {
    CellsTable table =
        CellsTable.create(
                connection,
                Map.of(),
                family -> family,
                descriptor -> descriptor.setRegionReplication(2))
            .load(0, 200, "v")
            .compact();
    HRegion replica = table.replicas(1).get(0);
    replica.refreshStoreFiles();

    CellsTable.Read read = table.readInServer(replica, new Scan());

    assertEquals(table.scan(new Scan()), read.rows());
    assertEquals(Map.of("REPLICA", 200L), read.fromScanner());
    assertEquals(200, table.readAsScanned(new Scan()).fromStoreFiles());
  }

  @Test
  void largeObjects() throws IOException {
    CellsTable table = compacted(family -> family.setMobEnabled(true).setMobThreshold(3));

    assertScannerReads(table, new Scan(), "FAMILY");
  }

  @Test
  void theNewOrderOfVersions() throws IOException {
    assertScannerReads(
        compacted(family -> family.setNewVersionBehavior(true)), new Scan(), "FAMILY");
  }

  @Test
  void scannersThatAnotherCoprocessorWrapped() throws IOException {
    assertScannerReads(
        compactedWith(ForeignObservers.ScannerWrapper.class), new Scan(), "FOREIGN_SCANNER");
  }

  @Test
  void storesIntoWhichAnotherCoprocessorHooks() throws IOException {
    assertScannerReads(
        compactedWith(ForeignObservers.StoreHook.class), new Scan(), "FOREIGN_OBSERVER");
  }

  @Test
  void filesOfVersionsThatNoPlainScanReads() throws IOException {
    CellsTable table =
        CellsTable.create(
            connection,
            Map.of(),
            family ->
                family
                    .setKeepDeletedCells(KeepDeletedCells.TRUE)
                    .setConfiguration("hbase.enable.historical.compaction.files", "true"));
    table.load(0, 210, "v").write(new Delete(CellsTable.key(205))).compact();

    assertScannerReads(table, new Scan(), "FILE_FORMAT");
  }

  @Test
  void loadedFilesWhoseCellsSayWhenTheyWereWritten() throws IOException {
    CellsTable table = CellsTable.create(connection);
    table.bulkLoad(0, 200, "v", Map.of(HStoreFile.SKIP_RESET_SEQ_ID, Bytes.toBytes(true)));

    assertScannerReads(table, new Scan(), "FILE_FORMAT");
  }

  @Test
  void filesThatWereLoadedBehindTheReadPoint() throws IOException {
    CellsTable table = compacted(family -> family);
    HRegion region = table.regions().get(0);
    Scan old = new Scan();
    PackagePrivateFieldAccessor.setMvccReadPoint(old, region.getMVCC().getReadPoint());
    List<String> before = table.scan(new Scan());
    table.bulkLoad(100, 50, "later");

    CellsTable.Read read = table.readInServer(region, old);

    assertEquals(before, read.rows());
    assertEquals(Map.of("NEWER_FILE", 200L), read.fromScanner());
  }

  @Test
  void clonesOfASnapshotUntilTheyAreCompacted() throws IOException {
    CellsTable clone = compacted(family -> family).newClone();

    assertScannerReads(clone, new Scan(), "REFERENCE_FILE");
    assertEquals(200, clone.compact().readAsScanned(new Scan()).fromStoreFiles());
  }

  @Test
  void familiesWithoutAFileOrWithAnEmptyOne() throws IOException {
    CellsTable table = CellsTable.create(connection);
    List<Put> puts = new ArrayList<>();
    for (int n = 0; n < 200; n++) {
      puts.add(new Put(CellsTable.key(n)).addColumn(CellsTable.A, X, Bytes.toBytes(n)));
    }
    table.write(puts).flush();
    assertEquals(200, table.readAsScanned(new Scan()).fromStoreFiles());

    // All that the other family had is deleted: its file has no cell.
    List<Mutation> changes = new ArrayList<>();
    for (int n = 0; n < 200; n++) {
      changes.add(new Put(CellsTable.key(n)).addColumn(CellsTable.B, X, Bytes.toBytes(n)));
      changes.add(new Delete(CellsTable.key(n)).addFamily(CellsTable.B));
    }
    table.write(changes).compact();

    assertEquals(200, table.readAsScanned(new Scan()).fromStoreFiles());
  }

  @Test
  void patchesAsLargeAsTheBase() throws IOException {
    CellsTable table = compacted(family -> family);
    table.load(0, 200, "w");

    assertScannerReads(table, new Scan(), "LARGE_PATCH");
  }

  @Test
  void loadedFiles() throws IOException {
    CellsTable table = CellsTable.create(connection).bulkLoad(0, 900, "v");
    assertEquals(900, table.readAsScanned(new Scan()).fromStoreFiles());
    table.bulkLoad(100, 50, "again");

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(Map.of(), read.fromScanner());
    assertEquals(900, read.fromStoreFiles());
  }

  @Test
  void loadedFilesWithDisjointRowsAreOneBase() throws IOException {
    CellsTable table = CellsTable.create(connection);
    table.bulkLoad(600, 300, "c").bulkLoad(0, 100, "a").bulkLoad(100, 300, "b");
    table.load(350, 360, "b").flush();

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(700, read.fromStoreFiles());
    assertEquals(Map.of(), read.fromScanner());
    assertEquals(
        250,
        table
            .readAsScanned(
                new Scan().withStartRow(CellsTable.key(380)).withStopRow(CellsTable.key(830)))
            .fromStoreFiles());
  }

  @Test
  void familiesThatEachHaveRowsOfTheirOwn() throws IOException {
    CellsTable table = CellsTable.create(connection);
    List<Put> puts = new ArrayList<>();
    for (int n = 0; n < 900; n++) {
      Put put = new Put(CellsTable.key(n));
      if (n % 3 != 0) {
        put.addColumn(CellsTable.A, X, Bytes.toBytes("a" + n));
      }
      if (n % 3 != 1) {
        put.addColumn(CellsTable.B, X, Bytes.toBytes("b" + n));
      }
      puts.add(put);
    }
    table.write(puts).compact();
    table.write(new Put(CellsTable.key(30)).addColumn(CellsTable.A, X, new byte[] {1})).flush();

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(900, read.fromStoreFiles());
    assertEquals(
        600,
        table
            .readAsScanned(
                new Scan()
                    .addFamily(CellsTable.A)
                    .addFamily(CellsTable.B)
                    .withStartRow(CellsTable.key(300)))
            .fromStoreFiles());
  }

  @Test
  void severalVersionsInOneFile() throws IOException {
    CellsTable table = CellsTable.create(connection, Map.of(), family -> family.setMaxVersions(5));
    for (int version = 0; version < 4; version++) {
      table.load(0, 300, "v" + version);
    }
    table.compact();

    assertEquals(300, table.readAsScanned(new Scan()).fromStoreFiles());
  }

  @Test
  void cellsNearTheirEndOfLife() throws IOException {
    CellsTable table =
        CellsTable.create(connection, Map.of(), family -> family.setTimeToLive(DAY_SECONDS));
    long now = System.currentTimeMillis();
    List<Put> puts = new ArrayList<>();
    for (int n = 0; n < 300; n++) {
      long age = n % 30 == 0 ? 1_000L * DAY_SECONDS - 30_000 : 0;
      puts.add(new Put(CellsTable.key(n), now - age).addColumn(CellsTable.A, X, Bytes.toBytes(n)));
    }
    table.write(puts).flush();

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(Map.of("UNUSUAL_ROW", 10L), read.fromScanner());
  }

  @Test
  void cellsThatReachedTheirEndOfLifeInTheFile() throws Exception {
    CellsTable table = CellsTable.create(connection);
    long old = System.currentTimeMillis() - 2_000L * DAY_SECONDS;
    table.load(0, 300, "v");
    for (int n = 0; n < 300; n += 30) {
      // A row that goes as a whole, and one that shows less.
      table.write(new Put(Bytes.toBytes("old" + n), old).addColumn(CellsTable.A, X, new byte[1]));
      table.write(
          new Put(CellsTable.key(n), old)
              .addColumn(CellsTable.B, CellsTable.QUALIFIERS[2], new byte[1]));
    }
    table.compact();
    assertEquals(310, table.readAsScanned(new Scan()).fromStoreFiles());

    table.setTimeToLive(DAY_SECONDS);
    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(300, read.rows().size());
    assertEquals(Map.of("UNUSUAL_ROW", 20L), read.fromScanner());
  }

  /** A way in which a store keeps its cells. */
  private enum Store {
    MIN_VERSIONS {
      @Override
      ColumnFamilyDescriptorBuilder family(ColumnFamilyDescriptorBuilder family) {
        return family.setMaxVersions(3).setMinVersions(1).setTimeToLive(DAY_SECONDS);
      }
    },
    EAGER_IN_MEMORY_COMPACTION {
      @Override
      ColumnFamilyDescriptorBuilder family(ColumnFamilyDescriptorBuilder family) {
        return family.setInMemoryCompaction(MemoryCompactionPolicy.EAGER);
      }

      @Override
      TableDescriptorBuilder table(TableDescriptorBuilder table) {
        // The active part of the memory is compacted after some kilobytes.
        return table.setValue("hbase.memstore.inmemoryflush.threshold.factor", "0.0001");
      }
    },
    STRIPES {
      @Override
      TableDescriptorBuilder table(TableDescriptorBuilder table) {
        return table
            .setValue("hbase.hstore.engine.class", StripeStoreEngine.class.getName())
            .setValue("hbase.store.stripe.initialStripeCount", "3")
            .setValue("hbase.store.stripe.compaction.flushToL0", "true");
      }
    },
    DATE_TIERS {
      @Override
      TableDescriptorBuilder table(TableDescriptorBuilder table) {
        return table
            .setValue("hbase.hstore.engine.class", DateTieredStoreEngine.class.getName())
            .setValue("hbase.hstore.compaction.date.tiered.base.window.millis", "60000");
      }
    };

    ColumnFamilyDescriptorBuilder family(ColumnFamilyDescriptorBuilder family) {
      return family;
    }

    TableDescriptorBuilder table(TableDescriptorBuilder table) {
      return table;
    }
  }

  @ParameterizedTest
  @EnumSource(Store.class)
  void storesOfEveryKind(Store kind) throws IOException {
    CellsTable table = CellsTable.create(connection, Map.of(), kind::family, kind::table);
    long old = System.currentTimeMillis() - 2_000L * DAY_SECONDS;
    for (int file = 0; file < 4; file++) {
      table.load(100 * file, 100 * file + 300, "v" + file);
      for (int n = 0; n < 100; n += 10) {
        byte[] row = CellsTable.key(100 * file + n);
        table.write(new Put(row, old + file).addColumn(CellsTable.B, X, Bytes.toBytes("old")));
      }
      table.flush();
      table.readAsScanned(new Scan());
    }
    table.compact();
    assertTrue(table.readAsScanned(new Scan()).fromStoreFiles() >= 400);
    List<Mutation> changes = new ArrayList<>();
    for (int n = 5; n < 600; n += 60) {
      changes.add(new Delete(CellsTable.key(n)));
      changes.add(new Delete(CellsTable.key(n + 1)).addColumns(CellsTable.A, X));
      changes.add(new Put(CellsTable.key(n + 2)).addColumn(CellsTable.A, X, new byte[9]));
      changes.add(new Put(CellsTable.key(n + 3), old).addColumn(CellsTable.A, X, new byte[8]));
    }
    table.load(290, 310, "w").write(changes).load(300, 320, "x");
    assertTrue(table.readAsScanned(new Scan()).fromStoreFiles() > 0);
    table.flush().load(310, 330, "y");
    assertTrue(table.readAsScanned(new Scan()).fromStoreFiles() > 0);
    assertTrue(table.compact().readAsScanned(new Scan()).fromStoreFiles() > 0);
  }

  @Test
  void cellsWithTags() throws IOException {
    CellsTable table = compacted(family -> family);
    List<Put> puts = new ArrayList<>();
    for (int n = 0; n < 200; n += 10) {
      Put put = new Put(CellsTable.key(n)).addColumn(CellsTable.A, X, Bytes.toBytes("short"));
      puts.add(put.setTTL(n % 20 == 0 ? 1 : 1_000_000));
    }
    table.write(puts).compact();

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertTrue(read.fromScanner().get("UNUSUAL_ROW") >= 10, read.fromScanner().toString());
    assertTrue(read.fromStoreFiles() >= 180);
  }

  @ParameterizedTest
  @EnumSource(DataBlockEncoding.class)
  void everyEncoding(DataBlockEncoding encoding) throws IOException {
    CellsTable table = compacted(family -> family.setDataBlockEncoding(encoding));
    table.load(50, 60, "dirty");

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(200, read.fromStoreFiles());
    assertEquals(Map.of(), read.fromScanner());
    assertEquals(
        100,
        table
            .readAsScanned(
                new Scan().withStartRow(CellsTable.key(70)).withStopRow(CellsTable.key(170)))
            .fromStoreFiles());
  }

  @ParameterizedTest
  @EnumSource(
      value = Compression.Algorithm.class,
      names = {"NONE", "GZ"})
  void compressionAndSmallBlocksWithLargeRows(Compression.Algorithm compression)
      throws IOException {
    CellsTable table =
        CellsTable.create(
            connection,
            Map.of(),
            family ->
                family
                    .setCompressionType(compression)
                    .setBlocksize(1024)
                    .setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1));
    List<Put> puts = new ArrayList<>();
    for (int n = 0; n < 300; n++) {
      Put put = new Put(CellsTable.key(n));
      for (byte[] qualifier : CellsTable.QUALIFIERS) {
        // From nothing to several blocks.
        put.addColumn(CellsTable.A, qualifier, new byte[n % 7 * 500]);
        put.addColumn(CellsTable.B, qualifier, new byte[n % 5 * 1700]);
      }
      puts.add(put);
    }
    table.write(puts).compact();

    assertEquals(300, table.readAsScanned(new Scan()).fromStoreFiles());
    assertEquals(
        123,
        table
            .readAsScanned(
                new Scan().withStartRow(CellsTable.key(77)).withStopRow(CellsTable.key(200)))
            .fromStoreFiles());
  }

  @Test
  void encryptedFiles() throws IOException {
    CellsTable table = compacted(family -> family.setEncryptionType("AES"));

    assertEquals(200, table.readAsScanned(new Scan()).fromStoreFiles());
  }

  @Test
  void rowsOfManyMegabytes() throws IOException {
    CellsTable table = compacted(family -> family);
    Put large = new Put(CellsTable.key(100));
    for (int i = 0; i < 6; i++) {
      large.addColumn(CellsTable.B, Bytes.toBytes("large" + i), new byte[1 << 20]);
    }
    table.write(large).compact();

    CellsTable.Read read = table.readAsScanned(new Scan());

    assertEquals(Map.of("LARGE_ROW", 1L), read.fromScanner());
    assertEquals(199, read.fromStoreFiles());
  }

  private static CellsTable compactedWith(Class<? extends RegionCoprocessor> foreign)
      throws IOException {
    return CellsTable.create(
            connection,
            Map.of(),
            family -> family,
            descriptor -> ForeignObservers.add(descriptor, foreign))
        .load(0, 200, "v")
        .compact();
  }

  private static CellsTable compacted(UnaryOperator<ColumnFamilyDescriptorBuilder> families)
      throws IOException {
    return CellsTable.create(connection, Map.of(), families).load(0, 200, "v").compact();
  }

  private static void assertScannerReads(CellsTable table, Scan scan, String reason)
      throws IOException {
    CellsTable.Read read = table.readAsScanned(scan);

    assertEquals(0, read.fromStoreFiles());
    assertEquals(List.of(reason), List.copyOf(read.fromScanner().keySet()));
  }
}
