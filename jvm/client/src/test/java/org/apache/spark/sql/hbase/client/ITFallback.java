package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.FallbackRange;
import org.apache.spark.sql.hbase.client.scan.FallbackReason;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;
import org.junit.jupiter.api.Test;

/**
 * Tests that the engine in this process gives the region servers' answer where they do not run the
 * sub-plan.
 */
class ITFallback extends ClusterTest {
  private static final int ROWS = 10_000;
  private static final int REGIONS = 4;

  @Test
  void withTheCoprocessorOnlyStateCrossesTheWire() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, Map.of())) {
      NumbersTable.Answer answer =
          table.read(CountPlans.countAndSum(), options(CoprocessorMode.REQUIRE));
      assertExact(table, answer);
      assertEquals(REGIONS, answer.statistics().rowsReceived());
      assertEquals(ROWS, answer.statistics().serverRowsScanned());
      assertEquals(ROWS, answer.statistics().serverCellsScanned());
      assertEquals(0, answer.statistics().localRowsScanned());
    }
  }

  @Test
  void switchedOffEveryRowCrossesTheWire() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, Map.of())) {
      NumbersTable.Answer answer =
          table.read(CountPlans.countAndSum(), options(CoprocessorMode.OFF));
      assertExact(table, answer);
      assertEquals(ROWS, answer.statistics().rowsReceived());
      assertEquals(FallbackReason.SWITCHED_OFF, answer.statistics().fallbacks().get(0).reason());
    }
  }

  @Test
  void aTableWithoutTheCoprocessorIsAnsweredHere() throws Exception {
    try (NumbersTable table = NumbersTable.withoutCoprocessor(connection, ROWS, REGIONS)) {
      NumbersTable.Answer answer =
          table.read(CountPlans.countAndSum(), options(CoprocessorMode.AUTO));
      assertExact(table, answer);
      assertEquals(REGIONS, answer.statistics().fallbacks().size());
      for (FallbackRange range : answer.statistics().fallbacks()) {
        assertEquals(FallbackReason.COPROCESSOR_MISSING, range.reason());
      }
    }
  }

  @Test
  void oneRegionWithoutTheCoprocessorIsAnsweredHereAndTheOthersThere() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, Map.of())) {
      for (int region = 0; region < REGIONS; region++) {
        Map<String, String> deaf =
            Map.of(ChaosObserver.DEAF_REGIONS, table.regionStart(region, REGIONS));
        NumbersTable.Answer answer =
            table.read(
                CountPlans.countAndSum(), options(CoprocessorMode.AUTO), deaf, batches -> {});
        assertExact(table, answer);
        assertEquals(ROWS / REGIONS, answer.statistics().localRowsScanned());
        assertEquals(1, answer.statistics().fallbacks().size());
      }
    }
  }

  @Test
  void aRegionThatMovesToAServerWithoutTheCoprocessorIsAnsweredHereFromThere() throws Exception {
    Map<String, String> manyFrames = Map.of("hbase.sparksql.state.max.bytes", "20000");
    try (NumbersTable table = NumbersTable.create(connection, ROWS, 1, manyFrames)) {
      ServerName elsewhere = RegionMoves.otherServer(connection, table.name);
      NumbersTable.Answer answer =
          table.read(
              CountPlans.groupByKey(),
              options(CoprocessorMode.AUTO),
              Map.of(ChaosObserver.DEAF_SERVERS, elsewhere.getServerName()),
              batches -> {
                if (batches == 2) {
                  RegionMoves.move(connection, table.name, CountPlans.key(0), elsewhere);
                }
              });
      assertExact(table, answer);
      assertTrue(
          answer.statistics().serverRowsScanned() > 0, "some of it ran in the region server");
      assertTrue(answer.statistics().localRowsScanned() > 0, "some of it ran here");
    }
  }

  @Test
  void aRegionThatRefusesIsAnsweredHere() throws Exception {
    try (NumbersTable table =
        NumbersTable.create(connection, ROWS, REGIONS, Map.of("hbase.sparksql.enabled", "false"))) {
      NumbersTable.Answer answer =
          table.read(CountPlans.countAndSum(), options(CoprocessorMode.AUTO));
      assertExact(table, answer);
      FallbackRange range = answer.statistics().fallbacks().get(0);
      assertEquals(FallbackReason.REFUSED, range.reason());
      assertTrue(range.detail().contains("COPROCESSOR_DISABLED"), range.detail());
    }
  }

  @Test
  void rowsOfWhichAServerWouldComputeForSecondsAreAnsweredHere() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, 10, 1, Map.of())) {
      SubPlan plan = CountPlans.countAndSumOfUnmatched("((7{0,30}){0,30})b");
      NumbersTable.Answer answer = table.read(plan, options(CoprocessorMode.AUTO));
      assertExact(table, answer);
      FallbackRange range = answer.statistics().fallbacks().get(0);
      assertEquals(FallbackReason.OVERLOADED, range.reason());
      assertTrue(range.detail().contains("SERVER_OVERLOADED"), range.detail());
      assertTrue(range.detail().contains("limitMillis=500"), range.detail());
      SubPlanException required =
          assertThrows(
              SubPlanException.class, () -> table.read(plan, options(CoprocessorMode.REQUIRE)));
      assertEquals(ErrorCode.SERVER_OVERLOADED, required.code());
    }
  }

  @Test
  void whereItIsRequiredAMissingCoprocessorIsATypedError() throws Exception {
    try (NumbersTable table = NumbersTable.withoutCoprocessor(connection, 100, 1)) {
      SubPlanException error =
          assertThrows(
              SubPlanException.class,
              () -> table.read(CountPlans.countAndSum(), options(CoprocessorMode.REQUIRE)));
      assertEquals(ErrorCode.COPROCESSOR_MISSING, error.code());
    }
  }

  @Test
  void anEmptyTableHasAnAnswerWithAndWithoutTheCoprocessor() throws Exception {
    try (NumbersTable with = NumbersTable.create(connection, 0, 1, Map.of());
        NumbersTable without = NumbersTable.withoutCoprocessor(connection, 0, 1)) {
      assertEquals(
          0, with.read(CountPlans.countAndSum(), options(CoprocessorMode.REQUIRE)).count());
      assertEquals(
          0, without.read(CountPlans.countAndSum(), options(CoprocessorMode.AUTO)).count());
    }
  }

  @Test
  void aCorruptValueIsTheSameTypedErrorThereAndHere() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, 100, 1, Map.of())) {
      try (Table hbase = connection.getTable(table.name)) {
        hbase.put(
            NumbersTable.put(50, 0)
                .addColumn(CountPlans.FAMILY, CountPlans.QUALIFIER, new byte[] {1, 2, 3}));
      }
      for (CoprocessorMode mode : CoprocessorMode.values()) {
        SubPlanException error =
            assertThrows(
                SubPlanException.class, () -> table.read(CountPlans.countAndSum(), options(mode)));
        assertEquals(ErrorCode.CORRUPT_VALUE, error.code(), mode.name());
        assertEquals("v", error.values().get("column"), error.getMessage());
      }
      assertEquals(99, countOfOtherRows(table));
    }
  }

  @Test
  void aMissingTableIsNamedAtOnce() {
    SubPlanRequest request =
        SubPlanRequest.ofTable(
            TableName.valueOf("nowhere"),
            CountPlans.countAndSum().toByteArray(),
            options(CoprocessorMode.AUTO));
    assertThrows(
        TableNotFoundException.class,
        () -> {
          try (SubPlanReader reader = SubPlanReader.open(connection, request)) {
            reader.next();
          }
        });
  }

  /** The region server still serves after the error. */
  private static long countOfOtherRows(NumbersTable table) throws Exception {
    try (Table hbase = connection.getTable(table.name)) {
      hbase.delete(new Delete(CountPlans.key(50)));
    }
    return table.read(CountPlans.countAndSum(), options(CoprocessorMode.REQUIRE)).count();
  }

  private static ReaderOptions options(CoprocessorMode mode) {
    return ReaderOptions.defaults().withMode(mode);
  }

  private static void assertExact(NumbersTable table, NumbersTable.Answer answer)
      throws IOException {
    assertEquals(table.rows, answer.count());
    assertEquals(table.expectedSum(), answer.sum());
  }
}
