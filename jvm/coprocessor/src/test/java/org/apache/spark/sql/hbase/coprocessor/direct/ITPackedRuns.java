package org.apache.spark.sql.hbase.coprocessor.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.KeysTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.RandomKeys;
import org.apache.spark.sql.hbase.testkit.FixtureRow;
import org.apache.spark.sql.hbase.testkit.FixtureTable;
import org.apache.spark.sql.hbase.wire.proto.Expression;
import org.junit.jupiter.api.Test;

/**
 * Rows of one packed cell, which store files deliver in runs, among rows of several cells, deleted
 * rows and rows that were written again. They equal the scanner's rows at every step of a table's
 * life.
 */
class ITPackedRuns extends ClusterTest {
  private static final int STEPS = 60;

  private final long seed = Long.getLong("runs.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final RandomKeys keys = new RandomKeys(random);

  @Test
  void runsGiveTheRowsOfTheScanner() throws IOException {
    KeysTable table = KeysTable.create(connection, Map.of());
    table.write(keys.rows(3_000, 0)).delete(keys.rows(50, 0));
    // The first file, which holds most rows, has markers too.
    mutateSome(table);
    table.flush();
    long fromFiles = 0;
    for (int step = 0; step < STEPS; step++) {
      change(table, step);
      Expression predicate = keys.predicate(random.nextInt(4));
      String context = "-Druns.seed=" + seed + " step " + step + " " + predicate;
      KeysTable.Read found = table.read(predicate, new Scan());
      // Beside another filter nothing is read from store files.
      KeysTable.Read expected =
          table.read(predicate, new Scan().setFilter(new PageFilter(Long.MAX_VALUE)));
      assertEquals(expected.ids(), found.ids(), context);
      assertEquals(0, expected.work().getRowsFromStoreFiles(), context);
      fromFiles += found.work().getRowsFromStoreFiles();
    }
    assertTrue(fromFiles > 0);
  }

  private void change(KeysTable table, int step) throws IOException {
    switch (random.nextInt(25) == 0 ? 4 : random.nextInt(4)) {
      case 0 -> table.write(keys.rows(random.nextInt(50), 10_000 + 100 * step));
      case 1 -> mutateSome(table);
      case 2 -> table.delete(keys.rows(random.nextInt(30), 0));
      case 3 -> table.flush();
      default -> table.compact();
    }
  }

  /** Other cells beside the packed one, older versions of it, and markers. */
  private void mutateSome(KeysTable table) throws IOException {
    List<FixtureRow> rows = keys.rows(random.nextInt(40), 50_000);
    try (Table open = connection.getTable(table.name())) {
      for (FixtureRow row : rows) {
        byte[] key = row.rowKey();
        byte[] value = row.cells().get(0).value();
        byte[] packed = FixtureTable.ROW_QUALIFIER;
        switch (random.nextInt(4)) {
          case 0 -> open.put(new Put(key).addColumn(FixtureTable.FAMILY, new byte[] {'z'}, value));
          case 1 -> open.put(new Put(key).addColumn(FixtureTable.FAMILY, packed, 1, value));
          case 2 -> open.delete(new Delete(key).addColumn(FixtureTable.FAMILY, packed));
          default -> open.delete(new Delete(key).addFamily(FixtureTable.FAMILY, 1));
        }
      }
    }
  }
}
