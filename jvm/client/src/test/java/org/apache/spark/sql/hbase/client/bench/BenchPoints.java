package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.client.point.PointReader;
import org.apache.spark.sql.hbase.client.point.PointRequest;
import org.apache.spark.sql.hbase.client.scan.BatchReader;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;

/**
 * Measures ways to read single rows of a table, and prints one line of JSON for each number of row
 * keys. It has milliseconds of the fastest pass. Started by {@code tests/bench/run.py}.
 */
public final class BenchPoints {
  private static final TableName TABLE = TableName.valueOf("bench_points");
  private static final int[] KEY_COUNTS = {1, 10, 100, 1_000, 10_000};
  private static final int[] BATCHES = {32, 128, 512, 2_048};

  /** Scans of one row are so slow that more of them say nothing new. */
  private static final int MAX_ROW_SCANS = 1_000;

  /** The first ones fill the block cache and warm the virtual machine. */
  private static final int PASSES = 12;

  private static final ReaderOptions OPTIONS =
      ReaderOptions.defaults().withMode(CoprocessorMode.REQUIRE).withCacheBlocks(true);

  private final Connection connection;
  private final Table table;
  private final long rows;

  private BenchPoints(Connection connection, Table table, long rows) {
    this.connection = connection;
    this.table = table;
    this.rows = rows;
  }

  private interface Pass {
    long run() throws IOException;
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
          try (Table table = connection.getTable(TABLE)) {
            BenchPoints bench = new BenchPoints(connection, table, rows);
            for (int count : KEY_COUNTS) {
              bench.measure(count);
            }
          }
        });
  }

  private void measure(int count) throws IOException {
    List<Long> ids = ids(count);
    List<byte[]> keys = ids.stream().map(Layout::rowKey).toList();
    StringBuilder line = new StringBuilder(String.format("{\"keys\": %d", count));
    for (int batch : BATCHES) {
      add("gets, batches of " + batch, count, () -> gets(keys, batch), line);
    }
    if (count <= MAX_ROW_SCANS) {
      add("a scan for each row", count, () -> rowScans(keys), line);
    }
    byte[] plan = FloorPlans.rowsOf(Layout.PACKED, ids);
    add("gets and engine here", count, () -> read(points(plan, keys)), line);
    add("skip scan and engine there", count, () -> read(scan(plan, keys)), line);
    System.out.println(line.append("}"));
  }

  private List<Long> ids(int count) {
    SplittableRandom random = new SplittableRandom(count);
    TreeSet<Long> ids = new TreeSet<>();
    while (ids.size() < count) {
      ids.add(random.nextLong(rows));
    }
    return List.copyOf(ids);
  }

  private static void add(String what, int count, Pass pass, StringBuilder line)
      throws IOException {
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < PASSES; i++) {
      long start = System.nanoTime();
      long found = pass.run();
      fastest = Math.min(fastest, System.nanoTime() - start);
      if (found != count) {
        throw new IllegalStateException(found + " rows found of " + count);
      }
    }
    line.append(String.format(Locale.ROOT, ", \"%s\": %.2f", what, fastest / 1e6));
  }

  private long gets(List<byte[]> keys, int batch) throws IOException {
    long found = 0;
    List<Get> gets = new ArrayList<>();
    for (byte[] key : keys) {
      gets.add(new Get(key).addFamily(Layout.FAMILY));
      if (gets.size() == batch) {
        found += get(gets);
      }
    }
    return found + get(gets);
  }

  private long get(List<Get> gets) throws IOException {
    long found = 0;
    for (Result result : gets.isEmpty() ? new Result[0] : table.get(gets)) {
      found += result.isEmpty() ? 0 : 1;
    }
    gets.clear();
    return found;
  }

  private long rowScans(List<byte[]> keys) throws IOException {
    long found = 0;
    for (byte[] key : keys) {
      Scan scan =
          new Scan()
              .withStartRow(key, true)
              .withStopRow(key, true)
              .addFamily(Layout.FAMILY)
              .setReadType(Scan.ReadType.PREAD)
              .setLimit(1);
      try (ResultScanner scanner = table.getScanner(scan)) {
        found += scanner.next() == null ? 0 : 1;
      }
    }
    return found;
  }

  private BatchReader points(byte[] plan, List<byte[]> keys) throws IOException {
    return PointReader.open(connection, new PointRequest(TABLE, plan, keys, OPTIONS));
  }

  /** One scan over all of the row keys. */
  private BatchReader scan(byte[] plan, List<byte[]> keys) throws IOException {
    byte[] behindLast = Layout.rowKey(rows);
    return SubPlanReader.open(
        connection, new SubPlanRequest(TABLE, plan, keys.get(0), behindLast, OPTIONS));
  }

  private static long read(BatchReader reader) throws IOException {
    long found = 0;
    try (reader) {
      while (reader.next()) {
        found += reader.current().rowCount();
      }
    }
    return found;
  }
}
