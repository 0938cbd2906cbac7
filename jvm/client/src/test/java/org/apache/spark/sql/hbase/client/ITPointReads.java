package org.apache.spark.sql.hbase.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.client.point.PointReader;
import org.apache.spark.sql.hbase.client.point.PointRequest;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.FrameBatch;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics;
import org.apache.spark.sql.hbase.wire.ErrorCode;
import org.junit.jupiter.api.Test;

/** Gets of single row keys from several region servers, whatever becomes of the regions. */
class ITPointReads extends ClusterTest {
  private static final int ROWS = 1_000;
  private static final int REGIONS = 4;
  // Of every region, and of rows that do not exist.
  private static final List<byte[]> KEYS =
      IntStream.range(-50, 550).mapToObj(i -> CountPlans.key(2 * i)).toList();
  private static final long SUM = 10L * IntStream.range(0, 500).map(i -> 2 * i).sum();

  private record Answer(long count, long sum, ReaderStatistics statistics) {}

  @Test
  void rowsOfAllRegionsComeWithAndWithoutTheCoprocessor() throws Exception {
    try (NumbersTable with = NumbersTable.create(connection, ROWS, REGIONS, Map.of());
        NumbersTable without = NumbersTable.withoutCoprocessor(connection, ROWS, REGIONS)) {
      for (CoprocessorMode mode : CoprocessorMode.values()) {
        for (NumbersTable table : List.of(with, without)) {
          Answer answer = read(table.name, mode, batches -> {});
          assertExact(answer);
          assertEquals(500, answer.statistics().getRows());
          assertEquals(500, answer.statistics().getCells());
          assertEquals(KEYS.size(), answer.statistics().gets());
          assertEquals(0, answer.statistics().rpcs(), "no scan");
        }
      }
    }
  }

  @Test
  void regionsThatMoveSplitAndMergeBetweenBatchesLoseNothing() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, Map.of())) {
      List<NumbersTable.Disturbance> disturbances =
          List.of(
              batches -> RegionMoves.moveAll(connection, table.name),
              batches -> RegionMoves.split(connection, table.name, CountPlans.key(600)),
              batches -> RegionMoves.mergeFirstTwo(connection, table.name));
      for (NumbersTable.Disturbance disturbance : disturbances) {
        assertExact(read(table.name, CoprocessorMode.AUTO, afterTheFirst(disturbance)));
      }
    }
  }

  @Test
  void deletedRowsAreNotThere() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, Map.of());
        Table hbase = connection.getTable(table.name)) {
      hbase.delete(new Delete(CountPlans.key(10)));
      Answer answer = read(table.name, CoprocessorMode.AUTO, batches -> {});
      assertEquals(499, answer.count());
      assertEquals(SUM - 100, answer.sum());
    }
  }

  @Test
  void aCorruptValueIsATypedError() throws Exception {
    try (NumbersTable table = NumbersTable.create(connection, ROWS, REGIONS, Map.of());
        Table hbase = connection.getTable(table.name)) {
      hbase.put(
          NumbersTable.put(50, 0).addColumn(CountPlans.FAMILY, CountPlans.QUALIFIER, new byte[3]));
      SubPlanException error =
          assertThrows(
              SubPlanException.class, () -> read(table.name, CoprocessorMode.AUTO, batches -> {}));
      assertEquals(ErrorCode.CORRUPT_VALUE, error.code());
    }
  }

  @Test
  void aMissingTableIsNamedAtOnce() {
    assertThrows(
        TableNotFoundException.class,
        () -> read(TableName.valueOf("nowhere"), CoprocessorMode.AUTO, batches -> {}));
  }

  private static NumbersTable.Disturbance afterTheFirst(NumbersTable.Disturbance disturbance) {
    return batches -> {
      if (batches == 1) {
        disturbance.afterBatch(batches);
      }
    };
  }

  /** Adds up the rows; {@code disturbance} happens after each batch of gets. */
  private static Answer read(
      TableName table, CoprocessorMode mode, NumbersTable.Disturbance disturbance)
      throws Exception {
    PointRequest request =
        new PointRequest(
            table,
            CountPlans.countAndSum().toByteArray(),
            KEYS,
            ReaderOptions.defaults().withMode(mode));
    DisturbedTable access = new DisturbedTable(TableAccess.of(connection, table), disturbance);
    try (PointReader reader = new PointReader(access, request, Thread::sleep)) {
      assertTrue(reader.next());
      FrameBatch batch = reader.current();
      long count = batch.columns().get(0).getLong(0);
      long sum = batch.columns().get(1).getLong(0);
      assertTrue(!reader.next());
      return new Answer(count, sum, reader.statistics());
    }
  }

  private static void assertExact(Answer answer) {
    assertEquals(500, answer.count());
    assertEquals(SUM, answer.sum());
  }
}
