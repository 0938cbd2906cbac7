package org.apache.spark.sql.hbase.coprocessor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.spark.sql.hbase.codec.SqlType;
import org.apache.spark.sql.hbase.engine.keyrange.RangeSteps;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.Plans;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A region server reads the key ranges of a sub-plan and what it must between them. */
class ITSkipScan {
  private static final String[] TEXTS = {"", "a", "ab", "x", "xy", "z"};

  private static Connection connection;

  private final long seed = Long.getLong("skip.seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** Where the rows lie. */
  private enum Place {
    MEMORY,
    FILES,
    /** With changes, deletes and small files over the large one. */
    MIXED,
    /** As MIXED, and clean rows change over between the sources at random. */
    FORCED
  }

  @BeforeAll
  static void connect() throws IOException {
    connection = SharedCluster.connect();
  }

  @AfterAll
  static void disconnect() throws IOException {
    connection.close();
  }

  /** 250 values of a, 5 of b, 80 of c. */
  private static List<FixtureRow> dense() {
    List<FixtureRow> rows = new ArrayList<>();
    for (int a = 0; a < 250; a++) {
      for (String b : List.of("u", "v", "x", "y", "z")) {
        for (int c = 0; c < 80; c++) {
          rows.add(KeysTable.row(a, b, c, rows.size()));
        }
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutAConditionOnTheFirstColumnTheScanJumpsToTheNextOfItsValues(boolean fromFiles)
      throws IOException {
    KeysTable table = KeysTable.create(connection, fromFiles(fromFiles));
    table.write(dense()).flush();

    KeysTable.Read read = table.read(is(Function.EQUAL, KeysTable.B, text("x")), new Scan());

    FrameStatistics work = read.work();
    assertEquals(250 * 80, read.ids().size());
    assertEquals(250 * 80, work.getRowsScanned());
    assertEquals(fromFiles ? 250 * 80 : 0, work.getRowsFromStoreFiles());
    assertTrue(work.getCellsScanned() <= 250 * 80 + 2 * 250, work.toString());
    assertTrue(work.getSeeks() <= 251, work.toString());
    assertTrue(work.getSeeks() >= 240, work.toString());
    assertTrue(work.getRowsSkipped() <= 2 * 250, work.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void farKeysOfAListAreReadOneByOne(boolean fromFiles) throws IOException {
    KeysTable table = KeysTable.create(connection, fromFiles(fromFiles));
    table.write(dense()).flush();
    Expression aOneOfFour =
        or(
            equal(KeysTable.A, 3),
            equal(KeysTable.A, 90),
            equal(KeysTable.A, 170),
            equal(KeysTable.A, 1_000));
    Expression predicate =
        and(and(aOneOfFour, is(Function.EQUAL, KeysTable.B, text("y"))), equal(KeysTable.C, 7));

    KeysTable.Read read = table.read(predicate, new Scan());

    assertEquals(List.of(3 * 400 + 247, 90 * 400 + 247, 170 * 400 + 247), read.ids());
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

  @ParameterizedTest
  @EnumSource(Place.class)
  void theRowsAreThoseOfAScanThatSkipsNothing(Place place) throws IOException {
    KeysTable table = table(place);
    long skipped = 0;
    for (int i = 0; i < 60; i++) {
      Expression predicate = predicate(3);
      Scan scan = scan();

      KeysTable.Read skipping = table.read(predicate, new Scan(scan));

      // A filter of the client's makes the server read every row.
      KeysTable.Read all = table.read(predicate, scan.setFilter(new PageFilter(Long.MAX_VALUE)));
      assertEquals(all.ids(), skipping.ids(), () -> "-Dskip.seed=" + seed + " " + predicate);
      assertEquals(0, all.work().getRowsSkipped());
      assertTrue(skipping.work().getRowsScanned() <= all.work().getRowsScanned());
      skipped += skipping.work().getRowsSkipped();
    }
    assertTrue(skipped > 60, skipped + " rows skipped, -Dskip.seed=" + seed);
  }

  @Test
  void nothingIsLostOrDoubledWhenTheRegionMovesBetweenFrames() throws IOException {
    KeysTable table = KeysTable.create(connection, manyFrames("0"));
    table.write(randomRows(2_000, 0)).flush();
    Expression predicate = is(Function.EQUAL, KeysTable.B, text("x"));
    List<Integer> expected = table.read(predicate, new Scan()).ids();
    List<Integer> ids = new ArrayList<>();
    int frameNumber = 0;
    try (FrameScan frames =
        FrameScan.open(connection, table.name(), KeysTable.plan(predicate), new Scan())) {
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
    table.write(randomRows(2_000, 0));
    if (place != Place.MEMORY) {
      table.flush();
    }
    if (place == Place.MIXED || place == Place.FORCED) {
      table.write(randomRows(60, 2_000)).delete(randomRows(60, 0)).flush();
      table.write(randomRows(60, 3_000)).delete(randomRows(60, 0));
    }
    return table;
  }

  private List<FixtureRow> randomRows(int count, int firstId) {
    List<FixtureRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(KeysTable.row(random.nextInt(30), anyText(), random.nextInt(40) - 20, firstId + i));
    }
    return rows;
  }

  private Scan scan() {
    Scan scan = new Scan();
    if (random.nextBoolean()) {
      int from = random.nextInt(30);
      scan.withStartRow(KeysTable.row(from, anyText(), 0, 0).rowKey(), random.nextBoolean());
      scan.withStopRow(
          KeysTable.row(from + 1 + random.nextInt(15), anyText(), 0, 0).rowKey(),
          random.nextBoolean());
    }
    return scan;
  }

  private Expression predicate(int depth) {
    int kind = depth == 0 ? 3 : random.nextInt(7);
    return switch (kind) {
      case 0 -> and(predicate(depth - 1), predicate(depth - 1));
      case 1 -> or(predicate(depth - 1), predicate(depth - 1));
      case 2 -> is(Function.NOT, predicate(depth - 1));
      default -> comparison();
    };
  }

  private Expression comparison() {
    Function function =
        List.of(
                Function.EQUAL,
                Function.LESS_THAN,
                Function.LESS_THAN_OR_EQUAL,
                Function.GREATER_THAN,
                Function.GREATER_THAN_OR_EQUAL)
            .get(random.nextInt(5));
    return switch (random.nextInt(7)) {
      case 0, 1 -> is(function, KeysTable.A, number(random.nextInt(30)));
      case 2, 3 -> is(function, KeysTable.B, text(anyText()));
      case 4, 5 -> is(function, KeysTable.C, number(random.nextInt(40) - 20));
      default -> is(function, KeysTable.ID, number(random.nextInt(3_000)));
    };
  }

  private String anyText() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private static Expression equal(Expression column, int value) {
    return is(Function.EQUAL, column, number(value));
  }

  private static Expression and(Expression left, Expression right) {
    return is(Function.AND, left, right);
  }

  private static Expression or(Expression... operands) {
    return List.of(operands).stream().reduce((x, y) -> is(Function.OR, x, y)).orElseThrow();
  }

  private static Expression is(Function function, Expression... arguments) {
    return Plans.call(function, SqlType.BOOLEAN, arguments);
  }

  private static Expression number(int value) {
    return Plans.integer(value, SqlType.INT);
  }

  private static Expression text(String value) {
    return Plans.string(value);
  }
}
