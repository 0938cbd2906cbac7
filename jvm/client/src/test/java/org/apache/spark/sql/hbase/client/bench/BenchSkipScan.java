package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.client.point.PointReader;
import org.apache.spark.sql.hbase.client.point.PointRequest;
import org.apache.spark.sql.hbase.client.scan.BatchReader;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;

/**
 * Reads rows at random places of a packed table in ways that take turns. These are the connector's
 * way, looking at all rows in the region server, and batched gets whose rows are only counted. The
 * connector gets few row keys, and skips to many in the region server. Prints one line of JSON per
 * share of the rows that is wanted: median wall times in milliseconds, and what was read. Started
 * by {@code tests/bench/run.py}.
 */
public final class BenchSkipScan {
  private static final TableName TABLE = TableName.valueOf("bench_skip_scan");
  private static final int WARM_UP_TURNS = 4;

  /** A way that takes a few milliseconds needs many turns until the JVM has compiled it. */
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int TURNS = 9;
  private static final int GETS_PER_BATCH = 1_000;

  /** The default of {@code spark.sql.hbase.gets.keys}. */
  private static final int MAX_GETS = 1_000;

  private static final ReaderOptions OPTIONS =
      ReaderOptions.defaults().withMode(CoprocessorMode.REQUIRE).withCacheBlocks(true);

  /** The longest list: what is wanted of more rows is looked for among fewer. */
  private static final long MAX_WANTED = 100_000;

  private final Connection connection;
  private final Random random = new Random(7);

  private BenchSkipScan(Connection connection) {
    this.connection = connection;
  }

  /** One way to read the rows; returns how many came. */
  private interface Way {
    long read() throws IOException;
  }

  /**
   * @param arguments number of rows
   */
  public static void main(String[] arguments) throws Exception {
    long rows = Long.parseLong(arguments[0]);
    BulkTable.run(
        TABLE,
        Layout.PACKED,
        rows,
        (connection, bytes) -> {
          BenchSkipScan bench = new BenchSkipScan(connection);
          for (double share : new double[] {0.00001, 0.001, 0.1, 0.9}) {
            bench.compare(share, Math.min(rows, Math.round(MAX_WANTED / share)));
          }
        });
  }

  private void compare(double share, long rows) throws IOException {
    long[] wanted = LongStream.range(0, rows).filter(row -> random.nextDouble() < share).toArray();
    byte[] plan = FloorPlans.rowsIn(Layout.PACKED, wanted, true);
    byte[] looking = FloorPlans.rowsIn(Layout.PACKED, wanted, false);
    long[] read = new long[2];
    double[] millis =
        inTurns(
            wanted.length,
            () -> count(wanted.length <= MAX_GETS ? points(plan, wanted) : scan(plan, rows), read),
            () -> count(scan(looking, rows), new long[2]),
            () -> gets(wanted));
    System.out.printf(
        Locale.ROOT,
        "{\"share\": %s, \"rows\": %d, \"wanted\": %d, \"oursMillis\": %.2f, \"scanMillis\": %.2f,"
            + " \"getsMillis\": %.2f, \"rowsRead\": %d, \"seeks\": %d}%n",
        share,
        rows,
        wanted.length,
        millis[0],
        millis[1],
        millis[2],
        read[0],
        read[1]);
  }

  private static double[] inTurns(long expected, Way... ways) throws IOException {
    for (Way way : ways) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < WARM_UP_NANOS) {
        way.read();
      }
    }
    double[][] millis = new double[ways.length][TURNS];
    for (int turn = -WARM_UP_TURNS; turn < TURNS; turn++) {
      for (int way = 0; way < ways.length; way++) {
        long start = System.nanoTime();
        long rows = ways[way].read();
        if (turn >= 0) {
          millis[way][turn] = (System.nanoTime() - start) / 1e6;
        }
        if (rows != expected) {
          throw new IllegalStateException(rows + " rows came, wanted are " + expected);
        }
      }
    }
    return Arrays.stream(millis).mapToDouble(ofWay -> Quantiles.of(ofWay, 0.5)).toArray();
  }

  private BatchReader points(byte[] plan, long[] wanted) throws IOException {
    List<byte[]> keys = Arrays.stream(wanted).mapToObj(Layout::rowKey).toList();
    return PointReader.open(connection, new PointRequest(TABLE, plan, keys, OPTIONS));
  }

  private BatchReader scan(byte[] plan, long rows) throws IOException {
    return SubPlanReader.open(
        connection,
        new SubPlanRequest(TABLE, plan, Layout.rowKey(0), Layout.rowKey(rows), OPTIONS));
  }

  /** Adds up the counts that come, and notes rows read and seeks. */
  private static long count(BatchReader reader, long[] read) throws IOException {
    long count = 0;
    try (reader) {
      while (reader.next()) {
        count += reader.current().columns().get(0).getLong(0);
      }
      read[0] = reader.statistics().rowsScanned();
      read[1] = reader.statistics().serverSeeks();
    }
    return count;
  }

  private long gets(long[] wanted) throws IOException {
    long found = 0;
    List<Get> batch = new ArrayList<>(GETS_PER_BATCH);
    try (Table table = connection.getTable(TABLE)) {
      for (int i = 0; i < wanted.length; i++) {
        batch.add(new Get(Layout.rowKey(wanted[i])).addFamily(Layout.FAMILY));
        if (batch.size() == GETS_PER_BATCH || i == wanted.length - 1) {
          for (Result row : table.get(batch)) {
            found += row.isEmpty() ? 0 : 1;
          }
          batch.clear();
        }
      }
    }
    return found;
  }
}
