package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.apache.hadoop.hbase.io.hfile.HFileBlockIndex.MAX_CHUNK_SIZE_KEY;
import static org.apache.spark.sql.hbase.coprocessor.fixture.RandomKeys.and;
import static org.apache.spark.sql.hbase.coprocessor.fixture.RandomKeys.equal;
import static org.apache.spark.sql.hbase.coprocessor.fixture.RandomKeys.or;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.KeysTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.RandomKeys;
import org.apache.spark.sql.hbase.coprocessor.fixture.SharedCluster;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.engine.keyrange.cursor.RangeSteps;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A region server reads the key ranges of a sub-plan and what it must between them. {@code
 * -Dskip.scale=10} makes the table that is skipped most one of 1,000,000 rows, {@code
 * -Dskip.queries} draws more of them; {@code ./build.sh soak} does both.
 */
class ITSkipScan extends ClusterTest {
  private static final int VALUES_OF_A = 250;
  private static final List<String> VALUES_OF_B = List.of("u", "v", "x", "y", "z");
  private static final int VALUES_OF_C = 80 * Integer.getInteger("skip.scale", 1);
  private static final Map<Boolean, KeysTable> DENSE = new HashMap<>();

  /** In a small table each value of a has so many times fewer rows, and each block as well. */
  private static final int SMALLER = 8;

  /** Queries that are drawn for each place of the rows. */
  private static final int QUERIES = Integer.getInteger("skip.queries", 30);

  private final long seed = Long.getLong("skip.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final RandomKeys keys = new RandomKeys(random);

  /** The place of the rows. */
  private enum Place {
    MEMORY,
    FILES,
    /** With changes, deletes and small files over the large one. */
    MIXED,
    /** As MIXED, and clean rows change over between the sources at random. */
    FORCED
  }

  /** A table of each value of a with each of b and so many of c, in files; tests only read it. */
  private static KeysTable dense(boolean fromFiles) throws IOException {
    KeysTable table = DENSE.get(fromFiles);
    if (table == null) {
      table = KeysTable.create(connection, fromFiles(fromFiles));
      for (int a = 0; a < VALUES_OF_A; a++) {
        table.write(dense(a, VALUES_OF_C));
      }
      DENSE.put(fromFiles, table.flush());
    }
    return table;
  }

  private static List<FixtureRow> dense(int a, int valuesOfC) {
    List<FixtureRow> rows = new ArrayList<>();
    for (String b : VALUES_OF_B) {
      for (int c = 0; c < valuesOfC; c++) {
        rows.add(KeysTable.row(a, b, c, denseId(a, b, c)));
      }
    }
    return rows;
  }

  private static int denseId(int a, String b, int c) {
    return (a * VALUES_OF_B.size() + VALUES_OF_B.indexOf(b)) * VALUES_OF_C + c;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutAConditionOnTheFirstColumnTheScanJumpsToTheNextOfItsValues(boolean fromFiles)
      throws IOException {
    KeysTable.Read read = dense(fromFiles).read(equal(KeysTable.B, "x"), new Scan());

    FrameStatistics work = read.work();
    int matching = VALUES_OF_A * VALUES_OF_C;
    assertEquals(matching, read.ids().size());
    assertEquals(matching, work.getRowsScanned());
    assertEquals(fromFiles ? matching : 0, work.getRowsFromStoreFiles());
    assertTrue(work.getCellsScanned() <= matching + 2 * VALUES_OF_A, work.toString());
    assertTrue(work.getSeeks() <= VALUES_OF_A + 1, work.toString());
    // Of rows in store files the next value is often in the block at hand, which is walked.
    assertTrue(fromFiles || work.getSeeks() >= VALUES_OF_A - 10, work.toString());
    assertTrue(work.getRowsSkipped() <= 2 * VALUES_OF_A, work.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void farKeysOfAListAreReadOneByOne(boolean fromFiles) throws IOException {
    KeysTable table = dense(fromFiles);
    Expression aOneOfFour =
        or(
            equal(KeysTable.A, 3),
            equal(KeysTable.A, 90),
            equal(KeysTable.A, 170),
            equal(KeysTable.A, 1_000));
    Expression predicate = and(and(aOneOfFour, equal(KeysTable.B, "y")), equal(KeysTable.C, 7));

    KeysTable.Read read = table.read(predicate, new Scan());

    assertEquals(
        List.of(denseId(3, "y", 7), denseId(90, "y", 7), denseId(170, "y", 7)), read.ids());
    assertEquals(3, read.work().getRowsScanned());
    // The first row, the three, and the one behind each of them; behind the last one nothing is.
    assertEquals(7, read.work().getCellsScanned());
    assertEquals(4, read.work().getRowsSkipped());
    assertEquals(4, read.work().getSeeks());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nearRowsAreSteppedOver(boolean fromFiles) throws IOException {
    KeysTable table = KeysTable.create(connection, fromFiles(fromFiles));
    List<FixtureRow> rows = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      rows.add(KeysTable.row(i, "t" + i, i % 3, i));
    }
    table.write(rows).flush();

    KeysTable.Read read = table.read(equal(KeysTable.C, 1), new Scan());

    assertEquals(IntStream.range(0, 4_000).filter(i -> i % 3 == 1).count(), read.ids().size());
    assertEquals(read.ids().size(), read.work().getRowsScanned());
    assertTrue(read.work().getSeeks() <= 2 * RangeSteps.GAPS_PER_TRIAL, read.work().toString());
  }

  /** A table whose reads of blocks are counted, in one file. */
  private static KeysTable small(
      boolean fromFiles, DataBlockEncoding encoding, UnaryOperator<TableDescriptorBuilder> tables)
      throws IOException {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(FixtureTable.FAMILY)
            .setDataBlockEncoding(encoding)
            .setBlocksize(HConstants.DEFAULT_BLOCKSIZE / SMALLER)
            .build();
    KeysTable table =
        KeysTable.create(
            connection,
            fromFiles(fromFiles),
            descriptor -> tables.apply(descriptor).modifyColumnFamily(family));
    for (int a = 0; a < VALUES_OF_A / 2; a++) {
      table.write(dense(a, VALUES_OF_C / SMALLER));
    }
    table.compact();
    return table;
  }

  /** HBase's block cache counts blocks of cells and of the index. */
  @ParameterizedTest
  @CsvSource({
    "true, NONE, false",
    "true, NONE, true",
    "true, FAST_DIFF, true",
    "true, DIFF, false",
    "true, DIFF, true",
    "false, NONE, false"
  })
  void skippingAsksForHardlyMoreBlocksThanReading(
      boolean fromFiles, DataBlockEncoding encoding, boolean isIndexDeep) throws IOException {
    KeysTable table =
        small(
            fromFiles,
            encoding,
            descriptor ->
                isIndexDeep ? descriptor.setValue(MAX_CHUNK_SIZE_KEY, "512") : descriptor);
    for (Expression predicate :
        List.of(
            equal(KeysTable.B, "x"),
            equal(KeysTable.C, 7),
            and(equal(KeysTable.B, "x"), equal(KeysTable.C, 7)),
            equal(KeysTable.A, 7))) {
      // A filter of the client's makes the server read every row.
      long reading = blocks(table, predicate, new Scan().setFilter(new PageFilter(Long.MAX_VALUE)));
      long skipping = blocks(table, predicate, new Scan());
      assertTrue(skipping <= 1.1 * reading + 8, skipping + " of " + reading + ": " + predicate);
    }
  }

  /** The least of some reads, since other readers ask the cache, too. */
  private static long blocks(KeysTable table, Expression predicate, Scan scan) throws IOException {
    return blocks(table, predicate, scan, 3);
  }

  private static long blocks(KeysTable table, Expression predicate, Scan scan, int reads)
      throws IOException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < reads; i++) {
      long before = SharedCluster.blocksAskedFor();
      table.read(predicate, new Scan(scan));
      least = Math.min(least, SharedCluster.blocksAskedFor() - before);
    }
    return least;
  }

  /**
   * A release of HBase that counts once what it misses would make other tests too kind, and find
   * half here. Other readers of the cluster ask for some blocks meanwhile.
   */
  @Test
  void theCacheIsAskedForEachBlockOnce() throws IOException {
    KeysTable table = small(false, DataBlockEncoding.NONE, descriptor -> descriptor);
    Expression all = RandomKeys.from(KeysTable.A, 0);
    long held = blocksHeld(table);
    assertTrue(held > 10, held + " blocks");
    long missed = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      try (Admin admin = connection.getAdmin()) {
        admin.clearBlockCache(table.name());
      }
      missed = Math.min(missed, blocks(table, all, new Scan(), 1));
    }
    long found = blocks(table, all, new Scan());
    assertTrue(missed >= held && missed < held + held / 4, missed + " missed of " + held);
    assertTrue(found >= held && found < held + held / 4, found + " found of " + held);
  }

  /** The blocks of cells in the files of a table, whose indexes are in memory. */
  private static long blocksHeld(KeysTable table) {
    return SharedCluster.regions(table.name()).stream()
        .flatMap(region -> region.getStores().stream())
        .flatMap(store -> store.getStorefiles().stream())
        .mapToLong(file -> file.getReader().getHFileReader().getTrailer().getDataIndexCount())
        .sum();
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void theRowsAreThoseOfAScanThatSkipsNothing(Place place) throws IOException {
    KeysTable table = table(place);
    long skipped = 0;
    for (int i = 0; i < QUERIES; i++) {
      Expression predicate = keys.predicate(3);
      Scan scan = scan();

      KeysTable.Read skipping = table.read(predicate, new Scan(scan));

      // A filter of the client's makes the server read every row.
      KeysTable.Read all = table.read(predicate, scan.setFilter(new PageFilter(Long.MAX_VALUE)));
      assertEquals(all.ids(), skipping.ids(), () -> "-Dskip.seed=" + seed + " " + predicate);
      assertEquals(0, all.work().getRowsSkipped());
      assertTrue(skipping.work().getRowsScanned() <= all.work().getRowsScanned());
      skipped += skipping.work().getRowsSkipped();
    }
    assertTrue(skipped > QUERIES, skipped + " rows skipped, -Dskip.seed=" + seed);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void distinctValuesOfTheFirstColumnAreFoundByOneRowEach(boolean fromFiles) throws IOException {
    KeysTable table = dense(fromFiles);
    Expression from = RandomKeys.from(KeysTable.A, 50);

    KeysTable.Read read = table.read(KeysTable.distinct(from, KeysTable.A), new Scan());

    assertEquals(IntStream.range(50, 250).boxed().toList(), sorted(read.ids()));
    FrameStatistics work = read.work();
    assertTrue(work.getRowsScanned() <= 200 + 1, work.toString());
    assertTrue(work.getCellsScanned() <= 3 * 200, work.toString());
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void distinctValuesAreThoseOfAScanThatSkipsNothing(Place place) throws IOException {
    KeysTable table = table(place);
    for (int i = 0; i < 20; i++) {
      SubPlan plan =
          random.nextBoolean()
              ? KeysTable.distinct(RandomKeys.from(KeysTable.A, random.nextInt(30)), KeysTable.A)
              : KeysTable.distinct(
                  RandomKeys.equal(KeysTable.B, keys.anyText()), KeysTable.A, KeysTable.B);
      Scan scan = scan();
      List<Integer> skipping = table.read(plan, new Scan(scan)).ids();
      List<Integer> all = table.read(plan, scan.setFilter(new PageFilter(Long.MAX_VALUE))).ids();
      assertEquals(new TreeSet<>(all), new TreeSet<>(skipping), () -> "-Dskip.seed=" + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theSmallestValueOfAColumnIsReadFromOneRow(boolean fromFiles) throws IOException {
    KeysTable table = dense(fromFiles);
    Expression from = RandomKeys.from(KeysTable.A, 50);

    KeysTable.Read min =
        table.read(KeysTable.aggregate(from, AggregateFunction.MIN, KeysTable.A), new Scan());
    KeysTable.Read max =
        table.read(KeysTable.aggregate(from, AggregateFunction.MAX, KeysTable.A), new Scan());

    assertEquals(List.of(50), min.ids());
    assertEquals(List.of(249), max.ids());
    assertTrue(max.work().getRowsScanned() <= 200 + 1, max.work().toString());
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void extremesAreThoseOfAScanThatSkipsNothing(Place place) throws IOException {
    KeysTable table = table(place);
    for (int i = 0; i < 20; i++) {
      boolean isMin = random.nextBoolean();
      Expression predicate =
          and(RandomKeys.from(KeysTable.A, random.nextInt(30)), equal(KeysTable.B, keys.anyText()));
      SubPlan plan =
          KeysTable.aggregate(
              predicate,
              isMin ? AggregateFunction.MIN : AggregateFunction.MAX,
              isMin && random.nextBoolean() ? KeysTable.C : KeysTable.A);
      Scan scan = scan();
      List<Integer> skipping = table.read(plan, new Scan(scan)).ids();
      List<Integer> all = table.read(plan, scan.setFilter(new PageFilter(Long.MAX_VALUE))).ids();
      Comparator<Integer> order = isMin ? Comparator.naturalOrder() : Comparator.reverseOrder();
      assertEquals(
          all.stream().min(order), skipping.stream().min(order), () -> "-Dskip.seed=" + seed);
    }
  }

  private static List<Integer> sorted(List<Integer> ids) {
    return ids.stream().sorted().toList();
  }

  @Test
  void nothingIsLostOrDoubledWhenTheRegionMovesBetweenFrames() throws IOException {
    KeysTable table = KeysTable.create(connection, manyFrames("0"));
    table.write(keys.rows(2_000, 0)).flush();
    Expression predicate = equal(KeysTable.B, "x");
    List<Integer> expected = table.read(predicate, new Scan()).ids();
    List<Integer> ids = new ArrayList<>();
    int frameNumber = 0;
    try (FrameScan frames =
        FrameScan.open(
            connection,
            table.name(),
            KeysTable.plan(predicate),
            new Scan().addFamily(FixtureTable.FAMILY))) {
      while (frames.next()) {
        if (frameNumber++ % 5 == 0) {
          SharedCluster.move(connection, table.name());
        }
        List<ResultFrame> last = List.of(frames.last());
        ids.addAll(KeysTable.read(last).ids());
      }
    }
    assertTrue(frameNumber > 5, "frames: " + frameNumber);
    assertEquals(expected, ids);
  }

  private static Map<ServerSetting, String> fromFiles(boolean fromFiles) {
    return Map.of(ServerSetting.DIRECT_ENABLED, Boolean.toString(fromFiles));
  }

  private static Map<ServerSetting, String> manyFrames(String forcedShare) {
    return Map.of(
        ServerSetting.BATCH_MAX_ROWS, "7",
        ServerSetting.FRAME_MAX_ROWS, "20",
        ServerSetting.DIRECT_FORCED_SHARE, forcedShare);
  }

  private KeysTable table(Place place) throws IOException {
    KeysTable table =
        KeysTable.create(connection, manyFrames(place == Place.FORCED ? "0.2" : "0"), 9, 20);
    table.write(keys.rows(2_000, 0));
    if (place != Place.MEMORY) {
      table.flush();
    }
    if (place == Place.MIXED || place == Place.FORCED) {
      table.write(keys.rows(60, 2_000)).delete(keys.rows(60, 0)).flush();
      table.write(keys.rows(60, 3_000)).delete(keys.rows(60, 0));
    }
    return table;
  }

  private Scan scan() {
    Scan scan = new Scan();
    if (random.nextBoolean()) {
      int from = random.nextInt(30);
      scan.withStartRow(KeysTable.row(from, keys.anyText(), 0, 0).rowKey(), random.nextBoolean());
      scan.withStopRow(
          KeysTable.row(from + 1 + random.nextInt(15), keys.anyText(), 0, 0).rowKey(),
          random.nextBoolean());
    }
    return scan;
  }
}
