package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.client.bench.FloorPlans;
import org.apache.spark.sql.hbase.client.bench.Layout;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.FrameBatch;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.wire.ArrowColumn;
import org.apache.spark.sql.hbase.wire.proto.TypeKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The region servers and the engine in this process give the same answer to the same sub-plan, in
 * every layout.
 */
class ITSameAnswers extends ClusterTest {
  private static final int ROWS = 3_000;

  @ParameterizedTest
  @EnumSource
  void queriesOverRandomRowsAreAnsweredAlikeThereAndHere(Layout layout) throws Exception {
    Map<String, String> smallFrames =
        Map.of("hbase.sparksql.progress.millis", "1", "hbase.sparksql.batch.max.rows", "100");
    byte[][] splits = {Layout.rowKey(700), Layout.rowKey(701), Layout.rowKey(2_000)};
    TableName table = TestTables.create(connection, Layout.FAMILY, splits, true, smallFrames);
    try {
      load(table, layout);
      for (byte[] plan :
          List.of(FloorPlans.count(layout), FloorPlans.q6(layout), FloorPlans.q1(layout))) {
        Map<String, List<BigInteger>> there = read(table, plan, CoprocessorMode.REQUIRE);
        assertTrue(!there.isEmpty());
        assertEquals(there, read(table, plan, CoprocessorMode.OFF));
        assertEquals(there, read(table, plan, CoprocessorMode.AUTO));
      }
      assertEquals(
          Map.of("", List.of(BigInteger.valueOf(ROWS))),
          read(table, FloorPlans.count(layout), CoprocessorMode.REQUIRE));
    } finally {
      TestTables.drop(connection, table);
    }
  }

  private static void load(TableName name, Layout layout) throws IOException {
    // Some rows come twice, some are flushed: what a scan merges.
    Random random = new Random(7);
    List<Put> puts = new ArrayList<>();
    Layout.CellWriter cells =
        new Layout.CellWriter(
            cell -> {
              byte[] row = cell.getRowArray();
              Put put = new Put(row, cell.getRowOffset(), cell.getRowLength());
              puts.add(put.add(cell));
            });
    layout.writeAll(ROWS, cells);
    for (int again = 0; again < ROWS / 10; again++) {
      layout.write(random.nextInt(ROWS), cells);
    }
    Collections.shuffle(puts, random);
    try (Table table = connection.getTable(name)) {
      table.put(puts.subList(0, puts.size() / 2));
      connection.getAdmin().flush(name);
      table.put(puts.subList(puts.size() / 2, puts.size()));
    }
  }

  /** Merges all partial states: groups by their text, everything else by addition. */
  private static Map<String, List<BigInteger>> read(
      TableName table, byte[] plan, CoprocessorMode mode) throws IOException {
    Map<String, List<BigInteger>> groups = new TreeMap<>();
    ReaderOptions options = ReaderOptions.defaults().withMode(mode);
    try (SubPlanReader reader =
        SubPlanReader.open(connection, SubPlanRequest.ofTable(table, plan, options))) {
      while (reader.next()) {
        FrameBatch batch = reader.current();
        for (int i = 0; i < batch.rowCount(); i++) {
          merge(batch.columns(), i, groups);
        }
      }
      // Zones and filters leave out rows that a condition rejects.
      long rows = reader.statistics().rowsScanned();
      assertTrue(rows <= ROWS, () -> rows + " rows scanned of " + ROWS);
    }
    return groups;
  }

  private static void merge(
      List<ArrowColumn> columns, int row, Map<String, List<BigInteger>> groups) {
    StringBuilder group = new StringBuilder();
    List<BigInteger> state = new ArrayList<>();
    for (ArrowColumn column : columns) {
      TypeKind kind = column.type().getKind();
      if (kind == TypeKind.STRING || kind == TypeKind.BINARY) {
        group.append(new String(column.getBytes(row), StandardCharsets.UTF_8)).append('|');
      } else if (kind == TypeKind.DECIMAL) {
        state.add(unscaled(column, row));
      } else if (kind != TypeKind.BOOLEAN) {
        state.add(BigInteger.valueOf(column.getLong(row)));
      }
    }
    groups.merge(group.toString(), state, ITSameAnswers::sum);
  }

  private static BigInteger unscaled(ArrowColumn column, int row) {
    BigInteger low = new BigInteger(Long.toUnsignedString(column.getDecimalLow(row)));
    return BigInteger.valueOf(column.getDecimalHigh(row)).shiftLeft(64).add(low);
  }

  private static List<BigInteger> sum(List<BigInteger> left, List<BigInteger> right) {
    List<BigInteger> sums = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      sums.add(left.get(i).add(right.get(i)));
    }
    return sums;
  }
}
