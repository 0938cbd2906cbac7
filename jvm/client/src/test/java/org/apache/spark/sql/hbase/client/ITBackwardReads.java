package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.FallbackRange;
import org.apache.spark.sql.hbase.client.scan.FallbackReason;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/** The last rows of each region, read from its end in the region servers and here. */
class ITBackwardReads extends ClusterTest {
  private static final int ROWS = 1_000;
  private static final int REGIONS = 4;
  private static final List<Long> LAST_TWO =
      List.of(249L, 248L, 499L, 498L, 749L, 748L, 999L, 998L);

  private record Answer(List<Long> keys, ReaderStatistics statistics) {}

  @Test
  void aRegionServerReadsTheLastRowsAndNoOthers() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, Map.of())) {
      Answer inMemory = read(table, CountPlans.lastRows(2), CoprocessorMode.REQUIRE);
      assertEquals(LAST_TWO, inMemory.keys());
      assertEquals(2 * REGIONS, inMemory.statistics().serverRowsScanned());
      assertEquals(REGIONS, inMemory.statistics().frames());
      connection.getAdmin().flush(table.name);
      Answer inFiles = read(table, CountPlans.lastRows(2), CoprocessorMode.REQUIRE);
      assertEquals(LAST_TWO, inFiles.keys());
      assertEquals(2 * REGIONS, inFiles.statistics().serverRowsScanned());
      assertEquals(
          Map.of("BACKWARD", 2L * REGIONS), inFiles.statistics().scannerRows(), "why not files");
    }
  }

  @Test
  void theEngineHereReadsThemToo() throws Exception {
    try (NumbersTable with = NumbersTable.create(connection, ROWS, REGIONS, Map.of());
        NumbersTable without = NumbersTable.withoutCoprocessor(connection, ROWS, REGIONS)) {
      Answer missing = read(without, CountPlans.lastRows(2), CoprocessorMode.AUTO);
      assertEquals(LAST_TWO, missing.keys());
      assertEquals(2 * REGIONS, missing.statistics().localRowsScanned());
      // One scan over all regions, from the end of the table on.
      Answer off = read(with, CountPlans.lastRows(2), CoprocessorMode.OFF);
      assertEquals(List.of(999L, 998L), off.keys());
      assertEquals(2, off.statistics().localRowsScanned());
    }
  }

  @Test
  void filtersAndDeletedRowsArePassedOver() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, 1, Map.of());
        Table hbase = connection.getTable(table.name)) {
      hbase.delete(new Delete(CountPlans.key(998)));
      for (CoprocessorMode mode : CoprocessorMode.values()) {
        assertEquals(
            List.of(999L, 997L), read(table, CountPlans.lastRows(2), mode).keys(), mode.name());
        assertEquals(
            List.of(999L, 997L, 996L),
            read(table, CountPlans.lastRowsFrom(9_960, 50), mode).keys(),
            mode.name());
        assertEquals(
            List.of(), read(table, CountPlans.lastRowsFrom(100_000, 50), mode).keys(), mode.name());
      }
    }
  }

  @Test
  void rowsThatDoNotFitIntoTheServersMemoryAreReadHere() throws Exception {
    Map<String, String> small =
        Map.of("hbase.sparksql.state.max.bytes", "2000", "hbase.sparksql.batch.max.rows", "100");
    try (NumbersTable table = NumbersTable.create(connection, ROWS, 1, small)) {
      Answer answer = read(table, CountPlans.lastRows(900), CoprocessorMode.AUTO);
      assertEquals(900, answer.keys().size());
      assertEquals(100L, answer.keys().get(899));
      FallbackRange range = answer.statistics().fallbacks().get(0);
      assertEquals(FallbackReason.OVERLOADED, range.reason());
      assertTrue(range.detail().contains("SERVER_OVERLOADED"), range.detail());
    }
  }

  @Test
  void smallFramesAndSlicesChangeNothing() throws Exception {
    Map<String, String> small =
        Map.of(
            "hbase.sparksql.frame.max.rows", "10",
            "hbase.sparksql.progress.millis", "1",
            "hbase.sparksql.slice.millis", "1",
            "hbase.sparksql.batch.max.rows", "7");
    try (NumbersTable table = NumbersTable.create(connection, 20_000, 1, small)) {
      Answer answer = read(table, CountPlans.lastRowsFrom(1_000, 19_000), CoprocessorMode.REQUIRE);
      assertEquals(19_000, answer.keys().size());
      assertEquals(1, answer.statistics().frames());
      assertEquals(1_000L, answer.keys().get(18_999));
    }
  }

  @Test
  void regionsThatWereSplitOrMergedAfterPlanningAnswerForThemselves() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, Map.of())) {
      RegionMoves.split(connection, table.name, CountPlans.key(600));
      Answer split = read(table, CountPlans.lastRows(1), CoprocessorMode.REQUIRE);
      assertEquals(List.of(249L, 499L, 599L, 749L, 999L), split.keys());
      RegionMoves.mergeFirstTwo(connection, table.name);
      Answer merged = read(table, CountPlans.lastRows(1), CoprocessorMode.REQUIRE);
      assertEquals(List.of(499L, 599L, 749L, 999L), merged.keys());
      RegionMoves.moveAll(connection, table.name);
      assertEquals(
          merged.keys(), read(table, CountPlans.lastRows(1), CoprocessorMode.REQUIRE).keys());
    }
  }

  private static Answer read(NumbersTable table, SubPlan plan, CoprocessorMode mode)
      throws Exception {
    SubPlanRequest request =
        SubPlanRequest.ofTable(
            table.name, plan.toByteArray(), ReaderOptions.defaults().withMode(mode));
    List<Long> keys = new ArrayList<>();
    try (SubPlanReader reader = SubPlanReader.open(connection, request)) {
      while (reader.next()) {
        for (int i = 0; i < reader.current().rowCount(); i++) {
          keys.add(reader.current().columns().get(0).getLong(i));
        }
      }
      return new Answer(keys, reader.statistics());
    }
  }
}
