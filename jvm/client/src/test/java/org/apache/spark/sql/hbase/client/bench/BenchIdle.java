package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.spark.sql.hbase.embedded.EmbeddedCluster;
import org.apache.spark.sql.hbase.embedded.EmbeddedOptions;

/**
 * Measures the cost of the coprocessor for clients that do not use it. Ordinary clients make gets,
 * scans and puts on equal tables with and without it. They take turns in alternating order, so that
 * a slow phase of the machine slows all.
 *
 * <ul>
 *   <li>the CPU time of the server's handler threads for requests over the network, and the ratio
 *       of each pair, whose medians need many pairs;
 *   <li>what the coprocessor adds to the region's part of a request, and what an observer adds that
 *       does nothing ({@link IdleRegions}).
 * </ul>
 *
 * Started by {@code tests/bench/run.py}.
 */
public final class BenchIdle {
  private static final int GETS = 4_000;
  private static final int PUTS = 20_000;
  private static final int WARM_UP_PAIRS = 10;

  private final Connection connection;
  private final int pairs;
  private final int calls;

  private BenchIdle(Connection connection, int pairs, int calls) {
    this.connection = connection;
    this.pairs = pairs;
    this.calls = calls;
  }

  /** A fixed number of requests to one table. */
  private interface Requests {
    void send(Table table) throws IOException;
  }

  /**
   * @param arguments pairs over the network, and calls of each region, that count
   */
  public static void main(String[] arguments) throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(EmbeddedOptions.defaults());
        Connection connection = cluster.connect()) {
      BenchIdle bench =
          new BenchIdle(connection, Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
      for (int number = 0; number < IdleTables.TABLES; number++) {
        for (IdleTables tables : IdleTables.values()) {
          bench.create(tables.table(number), tables.coprocessor);
        }
      }
      bench.compare(IdleRegionCalls.GET, GETS, BenchIdle::get);
      bench.compare(
          IdleRegionCalls.SCAN, IdleRegionCalls.ROWS / IdleRegionCalls.BATCH, BenchIdle::scan);
      bench.compare(IdleRegionCalls.PUT, PUTS, table -> put(table, PUTS));
    }
    // HBase leaves threads behind.
    System.exit(0);
  }

  private void create(TableName name, String coprocessor) throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Layout.FAMILY).setMaxVersions(1).build());
    if (coprocessor != null) {
      descriptor.setCoprocessor(CoprocessorDescriptorBuilder.newBuilder(coprocessor).build());
    }
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      admin.createTable(descriptor.build());
      put(table, IdleRegionCalls.ROWS);
      admin.flush(name);
    }
  }

  private void compare(IdleRegionCalls inRegion, int requests, Requests sender) throws IOException {
    double[] without = new double[pairs];
    double[] ratios = new double[pairs];
    for (int pair = -WARM_UP_PAIRS; pair < pairs; pair++) {
      boolean withFirst = (pair & 1) == 0;
      long first = handlerNanos(withFirst ? IdleTables.OURS : IdleTables.NO_COPROCESSOR, sender);
      long second = handlerNanos(withFirst ? IdleTables.NO_COPROCESSOR : IdleTables.OURS, sender);
      if (pair >= 0) {
        without[pair] = (double) (withFirst ? second : first) / requests;
        ratios[pair] = (withFirst ? first : second) / (without[pair] * requests);
      }
    }
    IdleRegions regions = IdleRegions.measure(inRegion, calls);
    IdleRegions.Difference empty = regions.difference(IdleTables.EMPTY_OBSERVER);
    IdleRegions.Difference ours = regions.difference(IdleTables.OURS);
    System.out.printf(
        Locale.ROOT,
        "{\"request\": \"%s\", \"handlerNanos\": %.0f, \"ratio\": %.4f, \"ratioLow\": %.4f,"
            + " \"ratioHigh\": %.4f, \"regionNanos\": %.0f, \"empty\": %.1f, \"emptyNotch\": %.1f,"
            + " \"ours\": %.1f, \"oursNotch\": %.1f}%n",
        inRegion.name().toLowerCase(Locale.ROOT),
        Quantiles.of(without, 0.5),
        Quantiles.of(ratios, 0.5),
        Quantiles.of(ratios, 0.25),
        Quantiles.of(ratios, 0.75),
        regions.median(),
        empty.median(),
        empty.notch(),
        ours.median(),
        ours.notch());
  }

  private long handlerNanos(IdleTables tables, Requests sender) throws IOException {
    try (Table table = connection.getTable(tables.table(0))) {
      long before = handlerNanos();
      sender.send(table);
      return handlerNanos() - before;
    }
  }

  /** CPU time so far of the threads that answer requests; they live as long as the server. */
  private static long handlerNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().contains("handler=")) {
        nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return nanos;
  }

  private static void get(Table table) throws IOException {
    for (int i = 0; i < GETS; i++) {
      Result row = table.get(new Get(Layout.rowKey(i * 7919L % IdleRegionCalls.ROWS)));
      IdleRegionCalls.check(row.isEmpty() ? 0 : 1, 1);
    }
  }

  private static void scan(Table table) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(IdleRegionCalls.BATCH))) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    IdleRegionCalls.check(rows, IdleRegionCalls.ROWS);
  }

  private static void put(Table table, int rows) throws IOException {
    List<Put> batch = new ArrayList<>(IdleRegionCalls.BATCH);
    for (long row = 0; row < rows; row++) {
      Put put = new Put(Layout.rowKey(row));
      Layout.PACKED.write(row, new Layout.CellWriter(put::add));
      batch.add(put);
      if (batch.size() == IdleRegionCalls.BATCH) {
        table.put(batch);
        batch.clear();
      }
    }
  }
}
