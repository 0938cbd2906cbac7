package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.client.scan.FrameBatch;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics;
import org.apache.spark.sql.hbase.client.scan.SubPlanReader;
import org.apache.spark.sql.hbase.client.scan.SubPlanRequest;
import org.apache.spark.sql.hbase.wire.proto.SubPlan;

/**
 * The table of {@link CountPlans} in a real HBase: keys 0 to {@code rows - 1}, {@code v = 10 * k}.
 * Regions are cut at equal distances. Dropped at close.
 */
public final class NumbersTable implements AutoCloseable {
  public final TableName name;
  final int rows;
  private final Connection connection;

  private NumbersTable(Connection connection, TableName name, int rows) {
    this.connection = connection;
    this.name = name;
    this.rows = rows;
  }

  /**
   * Creates the table with the coprocessor and {@link ChaosObserver}; {@code settings} go to the
   * table descriptor.
   */
  public static NumbersTable create(
      Connection connection, int rows, int regions, Map<String, String> settings)
      throws IOException {
    TableName name =
        TestTables.create(connection, CountPlans.FAMILY, splits(rows, regions), true, settings);
    return new NumbersTable(connection, name, rows).load();
  }

  /** Makes a table with these rows and without the coprocessor. */
  static NumbersTable withoutCoprocessor(Connection connection, int rows, int regions)
      throws IOException {
    TableName name =
        TestTables.create(connection, CountPlans.FAMILY, splits(rows, regions), false, Map.of());
    return new NumbersTable(connection, name, rows).load();
  }

  private static byte[][] splits(int rows, int regions) {
    byte[][] splits = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      splits[i - 1] = CountPlans.key(i * rows / regions);
    }
    return splits;
  }

  private NumbersTable load() throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int k = 0; k < rows; k++) {
      puts.add(put(k, 10L * k));
    }
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
    return this;
  }

  static Put put(int k, long v) {
    return new Put(CountPlans.key(k))
        .addColumn(CountPlans.FAMILY, CountPlans.QUALIFIER, CountPlans.value(v));
  }

  /** A disturbance of the cluster after each batch that was read. */
  interface Disturbance {
    void afterBatch(int batches) throws Exception;
  }

  /**
   * @param count sum of the counts of all batches
   * @param sum sum of the sums of all batches
   */
  record Answer(long count, long sum, int batches, ReaderStatistics statistics) {}

  /**
   * Reads counts and sums with a plan whose last two output columns are {@code count(*), sum(v)}.
   *
   * @param chaos scan attributes for {@link ChaosObserver}
   */
  Answer read(
      SubPlan plan, ReaderOptions options, Map<String, String> chaos, Disturbance disturbance)
      throws Exception {
    return read(plan, options, access -> new ChaoticTable(access, chaos), disturbance);
  }

  /**
   * Reads counts and sums with a plan whose last two output columns are {@code count(*), sum(v)}.
   *
   * @param disturbed makes the table that is read of the real one
   */
  Answer read(
      SubPlan plan,
      ReaderOptions options,
      UnaryOperator<TableAccess> disturbed,
      Disturbance disturbance)
      throws Exception {
    SubPlanRequest request = SubPlanRequest.ofTable(name, plan.toByteArray(), options);
    TableAccess access = disturbed.apply(TableAccess.of(connection, name));
    long count = 0;
    long sum = 0;
    int batches = 0;
    try (SubPlanReader reader = new SubPlanReader(access, request, Thread::sleep)) {
      while (reader.next()) {
        FrameBatch batch = reader.current();
        int columns = batch.columns().size();
        for (int i = 0; i < batch.rowCount(); i++) {
          count += batch.columns().get(columns - 2).getLong(i);
          sum += batch.columns().get(columns - 1).getLong(i);
        }
        disturbance.afterBatch(++batches);
      }
      return new Answer(count, sum, batches, reader.statistics());
    }
  }

  Answer read(SubPlan plan, ReaderOptions options) throws Exception {
    return read(plan, options, Map.of(), batches -> {});
  }

  /** Adds the attributes of {@link ChaosObserver} to every scan. */
  private static final class ChaoticTable extends ForwardingTable {
    private final Map<String, String> chaos;

    ChaoticTable(TableAccess table, Map<String, String> chaos) {
      super(table);
      this.chaos = chaos;
    }

    @Override
    public ResultScanner scan(Scan scan) throws IOException {
      chaos.forEach((attribute, value) -> scan.setAttribute(attribute, Bytes.toBytes(value)));
      return super.scan(scan);
    }
  }

  long expectedSum() {
    return expectedSumFrom(0);
  }

  /** The sum of v over the rows from a key on. */
  long expectedSumFrom(int k) {
    return 5L * (rows - k) * (k + rows - 1);
  }

  /** Printable start row of a region, as {@link ChaosObserver} wants it. */
  String regionStart(int region, int regions) {
    byte[] start = region == 0 ? new byte[0] : CountPlans.key(region * rows / regions);
    return Bytes.toStringBinary(start);
  }

  @Override
  public void close() throws IOException {
    TestTables.drop(connection, name);
  }
}
