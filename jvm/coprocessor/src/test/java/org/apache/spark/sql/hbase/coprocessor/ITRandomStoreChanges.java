package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Random puts, deletes, flushes, compactions, loads and queries, with conditions and without: each
 * query gives what a plain scan gives. {@code -Ddirect.seed} repeats a run, {@code -Ddirect.steps}
 * makes it longer; {@code ./build.sh soak} does.
 */
class ITRandomStoreChanges extends ClusterTest {
  private static final int ROWS = 600;
  private static final DataBlockEncoding[] ENCODINGS = {
    DataBlockEncoding.NONE, DataBlockEncoding.ROW_INDEX_V1, DataBlockEncoding.FAST_DIFF
  };
  private static final int STEPS = Integer.getInteger("direct.steps", 350);

  private final long seed = Long.getLong("direct.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final Map<String, Long> fromScanner = new TreeMap<>();
  private long fromStoreFiles;
  private long skippedBlocks;

  /** Of queries that count rows. */
  private long unreadBlocks;

  /** Of the first family, which is the one that queries count, and of the second. */
  private final List<DataBlockEncoding> encodings = new ArrayList<>();

  /** Timestamps grow, with some steps back: a delete may hide a later put, as in HBase. */
  private long now = System.currentTimeMillis();

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
    boolean isCountedInLumps = encodings.get(0) == DataBlockEncoding.FAST_DIFF;
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
    String sources =
        fromStoreFiles + " rows from files, " + skippedBlocks + " blocks skipped, " + fromScanner;
    // Without blocks of its own such a family is a few large stretches, with dirty rows in each.
    boolean isLumped = isCountedInLumps && encodings.get(1) == DataBlockEncoding.FAST_DIFF;
    assertTrue(skippedBlocks > 0 || isLumped, sources);
    assertTrue(unreadBlocks > 0 || isCountedInLumps, sources);
    assertTrue(fromStoreFiles > STEPS, sources);
    assertTrue(fromScanner.keySet().containsAll(List.of("DIRTY_ROW", "FORCED")), sources);
  }

  private DataBlockEncoding encoding() {
    DataBlockEncoding encoding = ENCODINGS[random.nextInt(ENCODINGS.length)];
    encodings.add(encoding);
    return encoding;
  }

  private void step(CellsTable table) throws IOException {
    int kind = random.nextInt(100);
    if (kind < 35) {
      query(table);
    } else if (kind < 65) {
      table.write(mutations(this::put));
    } else if (kind < 85) {
      table.write(mutations(this::delete));
    } else if (kind < 92) {
      table.flush();
    } else if (kind < 95) {
      for (HRegion region : table.regions()) {
        region.compact(false);
      }
    } else if (kind < 98) {
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
    if (random.nextInt(20) == 0) {
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
