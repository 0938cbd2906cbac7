package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.KeysTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.RandomKeys;
import org.apache.spark.sql.hbase.filter.SkipScanFilter;
import org.apache.spark.sql.hbase.filter.SubPlanFilter;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters on plain scans, over two families, rows in memory and in files, and three regions. */
class ITScanFilters extends ClusterTest {
  private final long seed = Long.getLong("skip.seed", System.nanoTime());
  private final RandomKeys keys = new RandomKeys(new Random(seed));

  private KeysTable table() throws IOException {
    KeysTable table = KeysTable.create(connection, Map.of(), 9, 20);
    List<FixtureRow> some = keys.rows(500, 0);
    table.write(keys.rows(800, 1_000)).write(some).writeOther(some).flush();
    return table.write(keys.rows(100, 2_000)).writeOther(keys.rows(100, 0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aScanWithAFilterFindsTheRowsOfOneWithout(boolean isReversed) throws IOException {
    KeysTable table = table();
    List<Result> all = scan(table, null, isReversed);
    for (int i = 0; i < 40; i++) {
      Expression predicate = keys.predicate(3);
      String repeat = "-Dskip.seed=" + seed + " " + predicate;

      List<String> exact = rows(scan(table, exact(predicate, isReversed), isReversed));
      List<String> held = rows(scan(table, skipping(predicate, isReversed), isReversed));

      assertEquals(passing(all, predicate), exact, repeat);
      assertEquals(exact, intersection(held, exact), repeat);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSkippingScanLooksAtTwoRowsMoreForEachValueOfTheFirstColumn(boolean isReversed)
      throws IOException {
    KeysTable table = KeysTable.create(connection, Map.of());
    List<FixtureRow> rows = new ArrayList<>();
    for (int a = 0; a < 40; a++) {
      for (String b : List.of("u", "x", "z")) {
        for (int c = 0; c < 50; c++) {
          rows.add(KeysTable.row(a, b, c, rows.size()));
        }
      }
    }
    table.write(rows).flush();
    Scan scan =
        new Scan()
            .setFilter(skipping(RandomKeys.equal(KeysTable.B, "x"), isReversed))
            .setReversed(isReversed)
            .setScanMetricsEnabled(true);
    try (Table client = connection.getTable(table.name());
        ResultScanner scanner = client.getScanner(scan)) {
      int found = 0;
      while (scanner.next() != null) {
        found++;
      }
      long scanned = scanner.getScanMetrics().countOfRowsScanned.get();
      assertEquals(40 * 50, found);
      assertTrue(scanned <= 40 * 50 + 2 * 40, scanned + " rows scanned");
    }
  }

  private static Filter exact(Expression predicate, boolean isReversed) throws IOException {
    return towards(new SubPlanFilter(KeysTable.plan(predicate)), isReversed);
  }

  private static Filter skipping(Expression predicate, boolean isReversed) throws IOException {
    return towards(new SkipScanFilter(KeysTable.plan(predicate)), isReversed);
  }

  private static Filter towards(Filter filter, boolean isReversed) {
    filter.setReversed(isReversed);
    return filter;
  }

  private static List<Result> scan(KeysTable table, Filter filter, boolean isReversed)
      throws IOException {
    List<Result> results = new ArrayList<>();
    Scan scan = new Scan().setReversed(isReversed);
    if (filter != null) {
      scan.setFilter(filter);
    }
    try (Table client = connection.getTable(table.name());
        ResultScanner scanner = client.getScanner(scan)) {
      scanner.forEach(results::add);
    }
    return results;
  }

  /** The conditions alone, which {@link SubPlanFilter} computes for rows that it is given. */
  private static List<String> passing(List<Result> all, Expression predicate) throws IOException {
    SubPlanFilter filter = new SubPlanFilter(KeysTable.plan(predicate));
    List<Result> passing = new ArrayList<>();
    for (Result row : all) {
      filter.reset();
      filter.filterRowCells(row.listCells());
      if (!filter.filterRow()) {
        passing.add(row);
      }
    }
    return rows(passing);
  }

  private static List<String> rows(List<Result> results) {
    return results.stream().map(ITScanFilters::text).toList();
  }

  private static String text(Result row) {
    return Bytes.toStringBinary(row.getRow()) + " " + row.listCells().size();
  }

  private static List<String> intersection(List<String> a, List<String> b) {
    List<String> both = new ArrayList<>(a);
    both.retainAll(b);
    return both;
  }
}
