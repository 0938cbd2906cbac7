package org.apache.spark.sql.hbase.client.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.coprocessor.direct.columns.ColumnMemory;
import org.apache.spark.sql.hbase.coprocessor.server.ServerState;

/**
 * Measures one layout in this JVM and prints one line of JSON per measurement. A second layout in
 * the same JVM would be slower: the virtual machine has optimised the scan path for the first. To
 * see how much, others can be read before. Started by {@code tests/bench/run.py}.
 */
public final class BenchFloor {
  /** The first round fills the block cache and warms the virtual machine, and does not count. */
  private static final int ROUNDS = 4;

  private static final int PASSES_PER_ROUND = 3;

  /** The rows for each row that is written again, or deleted. */
  private static final int ROWS_PER_DIRTY_ROW = 20;

  private static final long MEMORY_BYTES = 512L << 20;

  /** Memory of columns in which few of the rows fit. */
  private static final long FULL_BYTES = 2L << 20;

  private static final long ZONES_BYTES = 64L << 20;

  /** At most, where zones of the filtered columns say that none of them passes. */
  private static final int ROWS_OF_LAST_BLOCK = 64;

  private final Connection connection;
  private final TableName table;
  private final Layout layout;
  private final long rows;

  /** Rows that HBase's scanner sees. */
  private final long hbaseRows;

  /** Rows that were not deleted. */
  private long rowsLeft;

  private BenchFloor(Connection connection, Layout layout, long rows) {
    this.connection = connection;
    this.table = tableOf(layout);
    this.layout = layout;
    this.rows = rows;
    this.rowsLeft = rows;
    this.hbaseRows =
        LongStream.range(0, rows)
            .filter(
                row -> row == 0 || !Arrays.equals(layout.hbaseRow(row), layout.hbaseRow(row - 1)))
            .count();
  }

  /** Something that reads the whole table once. */
  private interface Pass {
    void run() throws IOException;
  }

  /**
   * @param arguments names of layouts, of which the last is measured and the others are only read
   *     before, and number of rows
   */
  public static void main(String[] arguments) throws Exception {
    int last = arguments.length - 2;
    long rows = Long.parseLong(arguments[last + 1]);
    List<BulkTable.Stage> stages = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      Layout layout = Layout.valueOf(arguments[i].toUpperCase(Locale.ROOT));
      boolean isMeasured = i == last;
      stages.add(
          new BulkTable.Stage(
              tableOf(layout),
              layout,
              (connection, bytes) -> {
                BenchFloor bench = new BenchFloor(connection, layout, rows);
                if (isMeasured) {
                  bench.run(bytes);
                } else {
                  bench.warmUp();
                }
              }));
    }
    BulkTable.run(rows, stages);
  }

  private static TableName tableOf(Layout layout) {
    return TableName.valueOf("bench_floor_" + nameOf(layout));
  }

  private static String nameOf(Layout layout) {
    return layout.name().toLowerCase(Locale.ROOT);
  }

  private void run(long bytes) throws IOException {
    System.out.printf(
        "{\"layout\": \"%s\", \"rows\": %d, \"storeFileBytes\": %d}%n",
        nameOf(layout), rows, bytes);
    measure(
        List.of(
            new Measurement("empty RegionScanner loop", this::emptyLoop),
            new Measurement("engine, count(*)", () -> query(FloorPlans.count(layout))),
            new Measurement("engine, q6: filter and sum", () -> query(FloorPlans.q6(layout))),
            new Measurement("engine, q1: group by", () -> query(FloorPlans.q1(layout)))));
    measureRemembered("");
    measureFull();
    measureParts();
    BulkTable.writeAgain(connection, table, layout, rows, ROWS_PER_DIRTY_ROW);
    measureRemembered("unflushed, ");
    BulkTable.flush(connection, table);
    measure(
        List.of(
            new Measurement("dirty, count(*)", () -> query(FloorPlans.count(layout))),
            new Measurement("dirty, q6: filter and sum", () -> query(FloorPlans.q6(layout))),
            new Measurement("dirty, q1: group by", () -> query(FloorPlans.q1(layout)))));
    measureRemembered("dirty, ");
    // Behind the others, which they would slow down: they make frames of all rows.
    measure(
        List.of(
            new Measurement(
                "dirty, rows of two columns", () -> query(FloorPlans.distinctRows(layout))),
            new Measurement(
                "dirty, a group for each row", () -> query(FloorPlans.distinctGroups(layout)))));
    if (hbaseRows == rows) {
      measureDeleted();
    }
  }

  /** With rows that were written again and rows that were deleted. */
  private void measureDeleted() throws IOException {
    rowsLeft -= BulkTable.deleteSome(connection, table, layout, rows, ROWS_PER_DIRTY_ROW);
    BulkTable.flush(connection, table);
    measure(q6AndQ1("deleted, "));
    measureRemembered("deleted, ");
  }

  /** With a memory of columns: the pass that fills it, and those that use it. */
  private void measureRemembered(String prefix) throws IOException {
    ColumnMemory memory = ServerState.current().columnMemory();
    List<Measurement> measurements = q6AndQ1(prefix + "remembered, ");
    List<Measurement> recording = new ArrayList<>();
    for (int round = 0; round <= ROUNDS; round++) {
      memory.limitTo(0);
      memory.limitTo(MEMORY_BYTES);
      recording.clear();
      for (Measurement measurement : measurements) {
        Measurement once =
            new Measurement(measurement.what.replace("remembered", "recording"), measurement.pass);
        // The first one only asks.
        once.run(1, false);
        once.run(1, true);
        recording.add(once);
      }
    }
    recording.forEach(measurement -> measurement.print(nameOf(layout), rows));
    measure(measurements);
    System.out.printf(
        "{\"layout\": \"%s\", \"what\": \"%sbytes of columns remembered\", \"bytesPerRow\": %.1f}%n",
        nameOf(layout), prefix, (double) memory.heldBytes() / rows);
    memory.limitTo(0);
  }

  private List<Measurement> q6AndQ1(String prefix) {
    return List.of(
        new Measurement(prefix + "q6: filter and sum", () -> query(FloorPlans.q6(layout))),
        new Measurement(prefix + "q1: group by", () -> query(FloorPlans.q1(layout))));
  }

  /** With a memory of columns that is too small for the table. */
  private void measureFull() throws IOException {
    ColumnMemory memory = ServerState.current().columnMemory();
    memory.limitTo(FULL_BYTES);
    measure(q6AndQ1("full, "));
    memory.limitTo(0);
  }

  /** A range that zones of some blocks reject, with and without a memory of columns. */
  private void measureParts() throws IOException {
    ServerState server = ServerState.current();
    Pass pass = () -> read(FloorPlans.parts(layout));
    server.zoneMaps().limitTo(ZONES_BYTES);
    measure(
        List.of(
            new Measurement("zones, count(*)", () -> query(FloorPlans.count(layout))),
            new Measurement("zones, 1 % of the rows", pass)));
    server.columnMemory().limitTo(MEMORY_BYTES);
    measure(List.of(new Measurement("zones, remembered, 1 % of the rows", pass)));
    server.columnMemory().limitTo(0);
    server.zoneMaps().limitTo(0);
  }

  /** Lets the virtual machine see what this layout makes of the engine. */
  private void warmUp() throws IOException {
    for (int i = 0; i < PASSES_PER_ROUND; i++) {
      query(FloorPlans.count(layout));
      query(FloorPlans.q6(layout));
      query(FloorPlans.q1(layout));
      query(FloorPlans.distinctRows(layout));
    }
    BulkTable.writeAgain(connection, table, layout, rows, ROWS_PER_DIRTY_ROW);
    BulkTable.flush(connection, table);
    query(FloorPlans.q1(layout));
  }

  private void measure(List<Measurement> measurements) throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      for (Measurement measurement : measurements) {
        measurement.run(PASSES_PER_ROUND, round > 0);
      }
    }
    for (Measurement measurement : measurements) {
      measurement.print(nameOf(layout), rows);
    }
  }

  /** The fastest of its passes. */
  private static final class Measurement {
    private final String what;
    private final Pass pass;
    private long cpu = Long.MAX_VALUE;
    private long wall = Long.MAX_VALUE;

    Measurement(String what, Pass pass) {
      this.what = what;
      this.pass = pass;
    }

    void run(int passes, boolean counts) throws IOException {
      for (int i = 0; i < passes; i++) {
        MeterObserver.reset();
        pass.run();
        if (counts) {
          cpu = Math.min(cpu, MeterObserver.CPU_NANOS.get());
          wall = Math.min(wall, MeterObserver.WALL_NANOS.get());
        }
      }
    }

    void print(String layout, long rows) {
      System.out.printf(
          Locale.ROOT,
          "{\"layout\": \"%s\", \"what\": \"%s\", \"cpuNanosPerRow\": %.1f, \"wallNanosPerRow\":"
              + " %.1f}%n",
          layout,
          what,
          (double) cpu / rows,
          (double) wall / rows);
    }
  }

  private void emptyLoop() throws IOException {
    Scan scan = new Scan().addFamily(Layout.FAMILY).setReadType(Scan.ReadType.STREAM).setCaching(1);
    scan.setAttribute(MeterObserver.EMPTY_LOOP, new byte[0]);
    try (Table read = connection.getTable(table);
        ResultScanner scanner = read.getScanner(scan)) {
      Result result = scanner.next();
      long seen = ByteBuffer.wrap(result.value()).getLong();
      check(seen, hbaseRows);
    }
  }

  private void query(byte[] plan) throws IOException {
    // A last block of few rows, all of which a filter rejects, is not read again.
    long seen = read(plan);
    check(seen + ROWS_OF_LAST_BLOCK < rowsLeft ? seen : rowsLeft, rowsLeft);
  }

  /** Returns the rows that the server looked at. */
  private long read(byte[] plan) throws IOException {
    ReaderOptions options =
        ReaderOptions.defaults().withMode(CoprocessorMode.REQUIRE).withCacheBlocks(true);
    try (SubPlanReader reader =
        SubPlanReader.open(connection, SubPlanRequest.ofTable(table, plan, options))) {
      while (reader.next()) {
        continue;
      }
      return reader.statistics().serverRowsScanned();
    }
  }

  private static void check(long rowsSeen, long rowsThere) {
    if (rowsSeen != rowsThere) {
      throw new IllegalStateException(rowsSeen + " rows read of " + rowsThere);
    }
  }
}
