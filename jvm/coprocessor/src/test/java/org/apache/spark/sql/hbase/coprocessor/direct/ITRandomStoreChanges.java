package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.ColumnMemoryBounds;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumberRange;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random puts, deletes, flushes, compactions, loads and queries, with conditions and without: each
 * query gives what a plain scan gives. {@code -Ddirect.seed} repeats a run, {@code -Ddirect.steps}
 * makes it longer; {@code ./build.sh soak} does.
 */
class ITRandomStoreChanges extends ClusterTest {
  private static final int ROWS = 600;
  private static final DataBlockEncoding[] ENCODINGS = {
    DataBlockEncoding.NONE,
    DataBlockEncoding.ROW_INDEX_V1,
    DataBlockEncoding.FAST_DIFF,
    DataBlockEncoding.DIFF
  };
  private static final long DAY_SECONDS = 86_400;
  private static final int QUERIES_IN_100_STEPS = 35;
  private static final int STEPS = Integer.getInteger("direct.steps", 250);

  @RegisterExtension final ColumnMemoryBounds memoryBounds = new ColumnMemoryBounds();

  private final long seed = Long.getLong("direct.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final Map<String, Long> fromScanner = new TreeMap<>();
  private long fromStoreFiles;
  private long fromMemory;
  private long skippedBlocks;

  /** The number of blocks that queries which count rows did not read. */
  private long unreadBlocks;

  /** The encodings of the first family, which queries count, and of the second. */
  private final List<DataBlockEncoding> encodings = new ArrayList<>();

  /** Timestamps grow, with some steps back: a delete may hide a later put, as in HBase. */
  private long now = System.currentTimeMillis();

  /** Some cells are written with times at which they have expired by now. */
  private boolean expires;

  /** Cells say themselves how long they live. */
  private boolean cellsExpire;

  @Test
  void everyQueryEqualsAPlainScan() throws IOException {
    CellsTable table =
        CellsTable.create(
            connection,
            Map.of(ServerSetting.DIRECT_FORCED_SHARE, "0.02", ServerSetting.BATCH_MAX_ROWS, "16"),
            family ->
                family
                    .setMaxVersions(1 + random.nextInt(3))
                    .setBlocksize(1024 << random.nextInt(4))
                    .setDataBlockEncoding(encoding()));
    table
        .load(0, ROWS, "v")
        .loadNumbers(0, ROWS, CellsTable.A, 60)
        .loadNumbers(0, ROWS, CellsTable.B, 60)
        .compact();
    boolean isCountedInLumps = encodings.get(0) == DataBlockEncoding.DIFF;
    // A stretch with a row of the forced share is not used, so it may take some queries.
    for (int i = 0; i < 500 && unreadBlocks == 0 && !isCountedInLumps; i++) {
      unreadBlocks += table.countAsScanned(new Scan()).skippedBlocks();
    }
    for (int step = 0; step < STEPS; step++) {
      try {
        step(table);
      } catch (IOException | AssertionError e) {
        throw new AssertionError("-Ddirect.seed=" + seed + " at step " + step, e);
      }
    }
    System.out.println("counted: " + STEPS + " steps of a table");
    String sources =
        fromStoreFiles + " rows from files, " + skippedBlocks + " blocks skipped, " + fromScanner;
    // Without blocks of its own such a family is a few large stretches, with dirty rows in each.
    boolean isLumped = isCountedInLumps && encodings.get(1) == DataBlockEncoding.DIFF;
    assertTrue(skippedBlocks > 0 || isLumped, sources);
    assertTrue(unreadBlocks > 0 || isCountedInLumps, sources);
    assertTrue(fromStoreFiles > STEPS, sources);
    assertTrue(fromScanner.keySet().containsAll(List.of("DIRTY_ROW", "FORCED")), sources);
  }

  /** Without rows of the forced share, columns are remembered. */
  @Test
  void everyQueryOfRememberedColumnsEqualsAPlainScan() throws IOException {
    CellsTable table =
        CellsTable.create(
            connection,
            Map.of(ServerSetting.BATCH_MAX_ROWS, random.nextBoolean() ? "16" : "1024"),
            family ->
                family
                    .setMaxVersions(1 + random.nextInt(3))
                    .setBlocksize(1024 << random.nextInt(4))
                    .setDataBlockEncoding(encoding()));
    table.load(0, ROWS, "v").loadNumbers(0, ROWS, CellsTable.A, 60).compact();
    for (int step = 0; step < STEPS; step++) {
      try {
        if (random.nextInt(100) < QUERIES_IN_100_STEPS) {
          queryOneFamily(table);
        } else {
          change(table, random.nextInt(100));
        }
      } catch (IOException | AssertionError e) {
        throw new AssertionError("-Ddirect.seed=" + seed + " at step " + step, e);
      }
    }
    System.out.println("counted: " + STEPS + " steps of a table");
    assertTrue(fromMemory > STEPS, fromMemory + " rows from memory, " + fromStoreFiles);
  }

  /** One read asks for the columns, the next ones record them, with small files at last. */
  private void queryOneFamily(CellsTable table) throws IOException {
    Scan scan = new Scan();
    if (random.nextInt(3) == 0) {
      scan.withStartRow(key(), random.nextBoolean()).withStopRow(key(), random.nextBoolean());
      if (scan.isGetScan() || Bytes.compareTo(scan.getStartRow(), scan.getStopRow()) >= 0) {
        return;
      }
    }
    for (int i = 0; i < 4; i++) {
      memoryBounds.sometimesChange(random);
      count(table.readOneFamilyAsScanned(scan));
      long min = random.nextInt(ROWS) - ROWS / 2;
      NumberRange range = new NumberRange(CellsTable.A, min, min + ROWS / 2);
      count(table.readOneFamilyAsScanned(scan, range));
    }
  }

  /** Kinds of stores that most tables do not have. */
  private enum Stores {
    /** Several segments in memory, of which some are in arrays. */
    SEGMENTS_IN_MEMORY,
    /** The newest versions live on behind their time, and others do not. */
    EXPIRED_VERSIONS,
    /** Cells live for as long as they say themselves. */
    EXPIRED_CELLS,
    STRIPES,
    DATE_TIERS;

    ColumnFamilyDescriptorBuilder with(ColumnFamilyDescriptorBuilder family) {
      return switch (this) {
        case SEGMENTS_IN_MEMORY -> family.setInMemoryCompaction(MemoryCompactionPolicy.EAGER);
        case EXPIRED_VERSIONS ->
            family.setMaxVersions(3).setMinVersions(2).setTimeToLive(2 * (int) DAY_SECONDS);
        case EXPIRED_CELLS, STRIPES, DATE_TIERS -> family;
      };
    }

    TableDescriptorBuilder with(TableDescriptorBuilder table) {
      return switch (this) {
        case STRIPES ->
            table
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, StripeStoreEngine.class.getName())
                .setValue("hbase.store.stripe.initialStripeCount", "3");
        case DATE_TIERS ->
            table.setValue(
                StoreEngine.STORE_ENGINE_CLASS_KEY, DateTieredStoreEngine.class.getName());
        // Each few writes then make a segment.
        case SEGMENTS_IN_MEMORY ->
            table.setValue("hbase.memstore.inmemoryflush.threshold.factor", "0.0001");
        case EXPIRED_VERSIONS, EXPIRED_CELLS -> table;
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyQueryEqualsAPlainScanWhateverTheStore(Stores stores) throws IOException {
    expires = stores == Stores.EXPIRED_VERSIONS || stores == Stores.EXPIRED_CELLS;
    cellsExpire = stores == Stores.EXPIRED_CELLS;
    CellsTable table =
        CellsTable.create(
            connection,
            Map.of(ServerSetting.DIRECT_FORCED_SHARE, "0.02", ServerSetting.BATCH_MAX_ROWS, "16"),
            family -> stores.with(family.setBlocksize(2048).setDataBlockEncoding(encoding())),
            stores::with);
    table.load(0, ROWS, "v").loadNumbers(0, ROWS, CellsTable.A, 60).compact();
    for (int step = 0; step < STEPS / 6; step++) {
      try {
        step(table);
      } catch (IOException | AssertionError e) {
        throw new AssertionError("-Ddirect.seed=" + seed + " at step " + step, e);
      }
    }
    assertTrue(fromStoreFiles + fromScanner.size() > 0);
  }

  private DataBlockEncoding encoding() {
    DataBlockEncoding encoding = ENCODINGS[random.nextInt(ENCODINGS.length)];
    encodings.add(encoding);
    return encoding;
  }

  private void step(CellsTable table) throws IOException {
    if (random.nextInt(100) < QUERIES_IN_100_STEPS) {
      query(table);
    } else {
      change(table, random.nextInt(100));
    }
  }

  /**
   * @param kind 0 to 99
   */
  private void change(CellsTable table, int kind) throws IOException {
    if (kind < 46) {
      table.write(mutations(this::put));
    } else if (kind < 77) {
      table.write(mutations(this::delete));
    } else if (kind < 88) {
      table.flush();
    } else if (kind < 92) {
      for (HRegion region : table.regions()) {
        region.compact(false);
      }
    } else if (kind < 97) {
      table.compact();
    } else {
      table.bulkLoad(random.nextInt(ROWS), 1 + random.nextInt(20), "loaded" + now++);
    }
  }

  private void query(CellsTable table) throws IOException {
    Scan scan = new Scan();
    if (random.nextBoolean()) {
      scan.withStartRow(key(), random.nextBoolean()).withStopRow(key(), random.nextBoolean());
      if (scan.isGetScan() || Bytes.compareTo(scan.getStartRow(), scan.getStopRow()) >= 0) {
        return;
      }
    }
    count(table.readAsScanned(scan));
    table.countAsScanned(scan);
    unreadBlocks += table.countAsScanned(scan).skippedBlocks();
    // The first one learns what the files hold, the others use it.
    byte[] family = family();
    for (int i = 0; i < 3; i++) {
      long min = random.nextInt(ROWS);
      NumberRange range = new NumberRange(family, min, min + random.nextInt(30));
      count(table.readAsScanned(scan, range));
    }
  }

  private void count(CellsTable.Read read) {
    fromStoreFiles += read.fromStoreFiles();
    fromMemory += read.fromMemory();
    skippedBlocks += read.skippedBlocks();
    read.fromScanner().forEach((reason, rows) -> fromScanner.merge(reason, rows, Long::sum));
  }

  /** Some of one region of keys, so that others stay clean. */
  private List<Mutation> mutations(Function<byte[], Mutation> make) {
    List<Mutation> mutations = new ArrayList<>();
    int first = random.nextInt(ROWS);
    for (int i = random.nextInt(8); i >= 0; i--) {
      mutations.add(make.apply(CellsTable.key(first + random.nextInt(12))));
    }
    return mutations;
  }

  private Mutation put(byte[] row) {
    Put put = new Put(row);
    for (int i = random.nextInt(3); i >= 0; i--) {
      byte[] value = new byte[random.nextInt(10) == 0 ? random.nextInt(3_000) : random.nextInt(9)];
      random.nextBytes(value);
      put.addColumn(family(), qualifier(), timestamp(), value);
    }
    if (random.nextInt(3) == 0) {
      put.addColumn(family(), CellsTable.NUMBER, timestamp(), Bytes.toBytes(number(row)));
    }
    if (cellsExpire && random.nextBoolean()) {
      put.setTTL(2_000 * DAY_SECONDS);
    } else if (random.nextInt(20) == 0) {
      put.setTTL(1_000_000_000_000L);
    }
    return put;
  }

  /** Mostly near that of the row, so that stretches of rows keep to some numbers. */
  private long number(byte[] row) {
    return random.nextInt(4) == 0
        ? random.nextInt(ROWS)
        : Integer.parseInt(Bytes.toString(row, 3)) + random.nextInt(5);
  }

  private Mutation delete(byte[] row) {
    Delete delete = new Delete(row);
    switch (random.nextInt(5)) {
      case 0 -> delete.addColumn(family(), anyQualifier(), timestamp());
      case 1 -> delete.addColumns(family(), anyQualifier(), timestamp());
      case 2 -> delete.addFamily(family(), timestamp());
      case 3 -> delete.addFamilyVersion(family(), timestamp());
      default -> delete.addFamily(CellsTable.A, now).addFamily(CellsTable.B, now);
    }
    return delete;
  }

  private long timestamp() {
    now++;
    if (expires && random.nextInt(3) == 0) {
      return now - (3_000 + random.nextInt(5)) * DAY_SECONDS;
    }
    return random.nextInt(4) == 0 ? now - random.nextInt(20) : now;
  }

  private byte[] key() {
    return CellsTable.key(random.nextInt(ROWS + 20));
  }

  private byte[] family() {
    return random.nextInt(3) == 0 ? CellsTable.B : CellsTable.A;
  }

  private byte[] qualifier() {
    return CellsTable.QUALIFIERS[random.nextInt(CellsTable.QUALIFIERS.length)];
  }

  private byte[] anyQualifier() {
    return random.nextInt(3) == 0 ? CellsTable.NUMBER : qualifier();
  }
}
