package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.scan.BatchReader;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;

/**
 * Measures how long gets take while 64 clients of one region server read the same table. They send
 * sub-plans that compute very much for each row, or make plain scans. Each load lasts a few
 * seconds, and gets go over a connection of their own. Prints one line of JSON for each load.
 * Started by {@code tests/bench/run.py}.
 */
public final class BenchGets {
  private static final TableName TABLE = TableName.valueOf("bench_gets");
  private static final int CLIENTS = 64;
  private static final long LOAD_NANOS = TimeUnit.SECONDS.toNanos(6);

  /** Loads take turns, so that a slow phase of the machine slows all. The first round warms up. */
  private static final int ROUNDS = 3;

  private static final int QUIET_GETS = 100;
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final int SCAN_BATCH = 1_000;
  private static final int SUMS = 100;

  private static final ReaderOptions OPTIONS =
      ReaderOptions.defaults().withMode(CoprocessorMode.REQUIRE).withCacheBlocks(true);

  private final Connection connection;
  private final Connection ofGets;
  private final long rows;
  private final byte[] plan = FloorPlans.sums(Layout.PACKED, SUMS);
  private final AtomicLong answers = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();
  private volatile boolean isOver;

  private BenchGets(Connection connection, Connection ofGets, long rows) {
    this.connection = connection;
    this.ofGets = ofGets;
    this.rows = rows;
  }

  /** The requests of the 64 clients. */
  private enum Load {
    NOTHING,
    SUB_PLANS,
    SCANS
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
          try (Connection ofGets =
              ConnectionFactory.createConnection(connection.getConfiguration())) {
            BenchGets bench = new BenchGets(connection, ofGets, rows);
            for (int round = 0; round < ROUNDS; round++) {
              for (Load load : Load.values()) {
                bench.measure(load, round);
              }
            }
          }
        });
  }

  private void measure(Load load, int round) throws IOException {
    awaitQuiet();
    isOver = false;
    answers.set(0);
    refusals.set(0);
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<?>> reading = new ArrayList<>();
    for (int i = 0; i < CLIENTS && load != Load.NOTHING; i++) {
      reading.add(
          clients.submit(
              () -> {
                read(load);
                return null;
              }));
    }
    double[] micros;
    try {
      micros = gets(round);
    } finally {
      isOver = true;
      // A sub-plan takes minutes beside 63 others.
      clients.shutdownNow();
    }
    await(reading);
    if (round > 0) {
      String line =
          String.format(
              Locale.ROOT,
              "{\"load\": \"%s\", \"gets\": %d, \"median\": %.0f, \"p99\": %.0f, \"most\": %.0f, \"answers\": %d, \"refused\": %d}",
              load.name().toLowerCase(Locale.ROOT),
              micros.length,
              Quantiles.of(micros, 0.5),
              Quantiles.of(micros, 0.99),
              Quantiles.of(micros, 1),
              answers.get(),
              refusals.get());
      System.out.println(line);
      // Whoever waits sees each load as it ends.
      System.err.println(line);
    }
  }

  /** Region servers go on for a while with calls whose clients are gone: of the load before. */
  private void awaitQuiet() throws IOException {
    try (Table table = ofGets.getTable(TABLE)) {
      int fast = 0;
      while (fast < QUIET_GETS) {
        long start = System.nanoTime();
        table.exists(new Get(Layout.rowKey(0)));
        fast = System.nanoTime() - start < QUIET_NANOS ? fast + 1 : 0;
      }
    }
  }

  private double[] gets(int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    DoubleStream.Builder micros = DoubleStream.builder();
    long end = System.nanoTime() + LOAD_NANOS;
    try (Table table = ofGets.getTable(TABLE)) {
      for (long start = System.nanoTime(); start < end; start = System.nanoTime()) {
        if (table.get(new Get(Layout.rowKey(random.nextLong(rows)))).isEmpty()) {
          throw new IllegalStateException("a row is missing");
        }
        micros.add((System.nanoTime() - start) / 1e3);
      }
    }
    return micros.build().toArray();
  }

  private void read(Load load) throws IOException {
    while (!isOver) {
      try {
        if (load == Load.SUB_PLANS) {
          readSubPlan();
        } else {
          readRows();
        }
      } catch (SubPlanException e) {
        // A server without memory for one more scan refuses it.
        refusals.incrementAndGet();
      } catch (IOException | RuntimeException e) {
        // The end interrupts what it finds.
        if (!isOver) {
          throw e;
        }
      }
    }
  }

  private void readRows() throws IOException {
    Scan scan = new Scan().setCaching(SCAN_BATCH).addFamily(Layout.FAMILY);
    try (Table table = connection.getTable(TABLE);
        ResultScanner scanner = table.getScanner(scan)) {
      while (!isOver && scanner.next() != null) {
        // The rows themselves say nothing here.
      }
      answers.incrementAndGet();
    }
  }

  private void readSubPlan() throws IOException {
    SubPlanRequest request =
        new SubPlanRequest(TABLE, plan, Layout.rowKey(0), Layout.rowKey(rows), OPTIONS);
    try (BatchReader reader = SubPlanReader.open(connection, request)) {
      while (!isOver && reader.next()) {
        // One row of sums.
      }
      answers.incrementAndGet();
    }
  }

  private static void await(List<Future<?>> reading) throws IOException {
    try {
      for (Future<?> client : reading) {
        client.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (ExecutionException e) {
      throw new IOException(e);
    }
  }
}
