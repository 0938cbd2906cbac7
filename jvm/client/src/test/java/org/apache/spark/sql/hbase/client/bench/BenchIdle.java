package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor;
import org.apache.spark.sql.hbase.embedded.EmbeddedCluster;
import org.apache.spark.sql.hbase.embedded.EmbeddedOptions;

/**
 * What the coprocessor costs those who do not use it: gets, scans and puts of ordinary clients on
 * two equal tables of which one has the coprocessor. The tables take turns, and who is first in a
 * pair alternates, so that what slows the machine slows both. Prints one line of JSON per kind of
 * request: medians of the CPU time of the server's handler threads, and of the ratio of each pair.
 * Started by {@code tests/bench/run.py}.
 */
public final class BenchIdle {
  private static final TableName WITH = TableName.valueOf("bench_idle_with");
  private static final TableName WITHOUT = TableName.valueOf("bench_idle_without");
  private static final int ROWS = 50_000;
  private static final int GETS = 4_000;
  private static final int PUTS = 20_000;
  private static final int WARM_UP_PAIRS = 10;
  private static final int BATCH = 1_000;

  private final Connection connection;
  private final int pairs;

  private BenchIdle(Connection connection, int pairs) {
    this.connection = connection;
    this.pairs = pairs;
  }

  /** A fixed number of requests to one table. */
  private interface Requests {
    void send(Table table) throws IOException;
  }

  /**
   * @param arguments number of pairs that count
   */
  public static void main(String[] arguments) throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(EmbeddedOptions.defaults());
        Connection connection = cluster.connect()) {
      BenchIdle bench = new BenchIdle(connection, Integer.parseInt(arguments[0]));
      for (TableName name : List.of(WITH, WITHOUT)) {
        bench.create(name);
      }
      bench.compare("get", GETS, BenchIdle::get);
      bench.compare("scan", ROWS, BenchIdle::scan);
      bench.compare("put", PUTS, table -> put(table, PUTS));
    }
    // HBase leaves threads behind.
    System.exit(0);
  }

  private void create(TableName name) throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Layout.FAMILY).setMaxVersions(1).build());
    if (name.equals(WITH)) {
      descriptor.setCoprocessor(
          CoprocessorDescriptorBuilder.newBuilder(TableCoprocessor.CLASS_NAME).build());
    }
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      admin.createTable(descriptor.build());
      put(table, ROWS);
      admin.flush(name);
    }
  }

  private void compare(String what, int requests, Requests sender) throws IOException {
    double[] with = new double[pairs];
    double[] without = new double[pairs];
    double[] ratios = new double[pairs];
    for (int pair = -WARM_UP_PAIRS; pair < pairs; pair++) {
      boolean withFirst = (pair & 1) == 0;
      long first = handlerNanos(withFirst ? WITH : WITHOUT, sender);
      long second = handlerNanos(withFirst ? WITHOUT : WITH, sender);
      if (pair >= 0) {
        with[pair] = withFirst ? first : second;
        without[pair] = withFirst ? second : first;
        ratios[pair] = with[pair] / without[pair];
      }
    }
    System.out.printf(
        Locale.ROOT,
        "{\"request\": \"%s\", \"pairs\": %d, \"withNanos\": %.0f, \"withoutNanos\": %.0f,"
            + " \"ratio\": %.4f, \"ratioLow\": %.4f, \"ratioHigh\": %.4f}%n",
        what,
        pairs,
        quantile(with, 0.5) / requests,
        quantile(without, 0.5) / requests,
        quantile(ratios, 0.5),
        quantile(ratios, 0.25),
        quantile(ratios, 0.75));
  }

  private long handlerNanos(TableName name, Requests sender) throws IOException {
    try (Table table = connection.getTable(name)) {
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
      Result row = table.get(new Get(Layout.rowKey(i * 7919L % ROWS)));
      check(row.isEmpty() ? 0 : 1, 1);
    }
  }

  private static void scan(Table table) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(BATCH))) {
      while (scanner.next() != null) {
        rows++;
      }
    }
    check(rows, ROWS);
  }

  private static void put(Table table, int rows) throws IOException {
    List<Put> batch = new ArrayList<>(BATCH);
    for (long row = 0; row < rows; row++) {
      Put put = new Put(Layout.rowKey(row));
      Layout.PACKED.write(row, new Layout.CellWriter(put::add));
      batch.add(put);
      if (batch.size() == BATCH) {
        table.put(batch);
        batch.clear();
      }
    }
  }

  private static void check(int rowsSeen, int expected) {
    if (rowsSeen != expected) {
      throw new IllegalStateException(rowsSeen + " rows read of " + expected);
    }
  }

  private static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}
