package org.apache.spark.sql.hbase.coprocessor.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.spark.sql.hbase.coprocessor.direct.RowDecoding;
import org.apache.spark.sql.hbase.coprocessor.direct.ServerRowSource;
import org.apache.spark.sql.hbase.coprocessor.direct.SourceCounts;
import org.apache.spark.sql.hbase.coprocessor.direct.StoreFileScans;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.direct.zones.ZoneMaps;
import org.apache.spark.sql.hbase.coprocessor.fixture.CellsTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.ClusterTest;
import org.apache.spark.sql.hbase.coprocessor.fixture.FrameScan;
import org.apache.spark.sql.hbase.coprocessor.fixture.NumbersTable;
import org.apache.spark.sql.hbase.coprocessor.fixture.PacedFilter;
import org.apache.spark.sql.hbase.coprocessor.fixture.Plans;
import org.apache.spark.sql.hbase.coprocessor.fixture.RecordingDecoder;
import org.apache.spark.sql.hbase.coprocessor.fixture.SharedCluster;
import org.apache.spark.sql.hbase.coprocessor.server.ServerSetting;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.RowSource.Fill;
import org.apache.spark.sql.hbase.wire.ResultFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A long scan lets the server do its other duties. */
class ITSlices extends ClusterTest {
  @Test
  void aScanThatIsLongerThanItsCallsMayBeSendsHeartbeats() throws Exception {
    NumbersTable table =
        NumbersTable.create(
                connection,
                NumbersTable.Layout.COLUMNS,
                Map.of(ServerSetting.PROGRESS_MILLIS, "60000"))
            .load(connection, 0, 6_000);
    Scan paced =
        FrameScan.withPlan(
            new Scan().setFilter(PacedFilter.of(10_000)), Plans.countAndSum(table).toByteArray());
    Heartbeats client = new Heartbeats();

    try (AsyncConnection asking =
        ConnectionFactory.createAsyncConnection(SharedCluster.get().configuration()).get()) {
      asking.getTable(table.name()).scan(paced, client);
      // The server ends each call at half of the timeout. The rows take many times as long as that.
      client.ended.get();
    }

    assertEquals(List.of(Heartbeats.COUNT), client.heartbeatsBeforeFrames);
    assertEquals(6_000, client.rows);
  }

  /** A client that lets the rows go fast once some heartbeats came. */
  private static final class Heartbeats implements AdvancedScanResultConsumer {
    private static final int COUNT = 2;

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final List<Integer> heartbeatsBeforeFrames = new ArrayList<>();
    private int heartbeats;
    private long rows;

    @Override
    public void onHeartbeat(ScanController controller) {
      heartbeats++;
      if (heartbeats == COUNT) {
        PacedFilter.release();
      }
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
      for (Result result : results) {
        ResultFrame frame = ResultFrame.decode(CellUtil.cloneValue(result.rawCells()[0]));
        heartbeatsBeforeFrames.add(Math.min(heartbeats, COUNT));
        rows += FrameScan.sum(List.of(frame), 0);
      }
    }

    @Override
    public void onError(Throwable error) {
      ended.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      ended.complete(null);
    }
  }

  @Test
  void aRegionMovesWhileItIsScannedAndDoesNotWaitForTheScan() throws Exception {
    NumbersTable table =
        NumbersTable.create(connection, NumbersTable.Layout.COLUMNS, Map.of())
            .load(connection, 0, 6_000);
    Scan slow = new Scan().setFilter(PacedFilter.of(10_000));
    CompletableFuture<List<ResultFrame>> scanning =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return FrameScan.all(connection, table.name(), Plans.countAndSum(table), slow);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    PacedFilter.awaitStart();

    SharedCluster.move(connection, table.name());

    assertFalse(scanning.isDone(), "the move waited for the scan");
    PacedFilter.release();
    List<ResultFrame> frames = scanning.get();
    assertEquals(6_000, FrameScan.sum(frames, 0));
    assertEquals(sumOfN(6_000), FrameScan.sum(frames, 1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1})
  void storeFilesAreReadUntilTheDeadlineOnly(double forcedShare) throws IOException {
    HRegion region = CellsTable.create(connection).load(0, 2_000, "v").compact().regions().get(0);
    StoreFileScans scans =
        new StoreFileScans(true, forcedShare, new ZoneMaps(0), new ColumnMemory(0, false));
    List<String> rows = new ArrayList<>();
    Function<ColumnBatch, RowDecoder> decoders = batch -> new RecordingDecoder(batch, rows);
    Scan scan = new Scan();
    scans.prepare(scan, region);
    try (RegionScanner scanner = region.getScanner(scan)) {
      RegionRowSource scannerRows =
          new RegionRowSource(
              scanner,
              decoders,
              new ScanLimits(() -> 0, false),
              MemoryAccount.ofLimit(1 << 20),
              scans.rowEnds(),
              null);
      RowDecoding decoding = new RowDecoding(decoders, List.of(), false, Optional.empty());
      try (ServerRowSource source =
          scans
              .choose(scan, scanner, region, scannerRows, decoding, null, new SourceCounts())
              .source()) {
        for (int slice = 1; slice <= 3; slice++) {
          ColumnBatch batch = RecordingDecoder.newBatch(1_000);

          assertEquals(Fill.DEADLINE, source.fill(batch, System.nanoTime() - 1));

          assertTrue(rows.size() <= slice * 64, rows.size() + " rows");
        }
        assertTrue(rows.size() > 3, "each slice reads some");
      }
    }
  }

  @Test
  void nothingIsLostOrDoubledWhenTheRegionMovesBetweenFrames() throws IOException {
    NumbersTable table =
        NumbersTable.create(
                connection,
                NumbersTable.Layout.PACKED,
                Map.of(ServerSetting.STATE_MAX_BYTES, "4096", ServerSetting.BATCH_MAX_ROWS, "10"))
            .load(connection, 0, 500);

    long count = 0;
    long sum = 0;
    int frameNumber = 0;
    try (FrameScan frames =
        FrameScan.open(connection, table.name(), Plans.countAndSumByK(table), new Scan())) {
      while (frames.next()) {
        if (frameNumber++ % 3 == 0) {
          SharedCluster.move(connection, table.name());
        }
        count += FrameScan.sum(List.of(frames.last()), 1);
        sum += FrameScan.sum(List.of(frames.last()), 2);
      }
    }

    assertTrue(frameNumber > 5, "frames: " + frameNumber);
    assertEquals(500, count);
    assertEquals(sumOfN(500), sum);
  }

  private static long sumOfN(long to) {
    return LongStream.range(0, to).filter(k -> !NumbersTable.isNull(k)).sum();
  }
}
