package org.apache.spark.sql.hbase.client.point;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.client.row.RowResults;
import org.apache.spark.sql.hbase.client.scan.Attempts;
import org.apache.spark.sql.hbase.client.scan.BatchReader;
import org.apache.spark.sql.hbase.client.scan.FrameBatch;
import org.apache.spark.sql.hbase.client.scan.LocalRun;
import org.apache.spark.sql.hbase.client.scan.PreparedPlan;
import org.apache.spark.sql.hbase.client.scan.ReaderOptions;
import org.apache.spark.sql.hbase.client.scan.ReaderStatistics;
import org.apache.spark.sql.hbase.client.scan.ResultRowSource;
import org.apache.spark.sql.hbase.client.scan.StatisticsCounter;

/**
 * Reads the answer of one sub-plan over the rows of some row keys: gets bring the rows, and the
 * engine runs in this process. The coprocessor has no part in it, so {@code CoprocessorMode} is of
 * no matter. Not thread-safe. Uses the connection, does not own it.
 */
public final class PointReader implements BatchReader {
  private final TableAccess table;
  private final PreparedPlan plan;
  private final List<byte[]> rowKeys;
  private final ReaderOptions options;
  private final Attempts attempts;
  private final StatisticsCounter statistics = new StatisticsCounter();

  private LocalRun run;
  private boolean finished;
  private FrameBatch current;

  public PointReader(TableAccess table, PointRequest request, Attempts.Sleeper sleeper)
      throws SubPlanException {
    this.table = table;
    this.options = request.options();
    this.plan = PreparedPlan.of(request.subPlan(), request.subPlan(), options, request.times());
    this.rowKeys = request.rowKeys();
    this.attempts = new Attempts(options, sleeper);
  }

  /**
   * Opens a reader; the first RPC happens in {@link #next}.
   *
   * @throws SubPlanException when the sub-plan itself is malformed
   */
  public static PointReader open(Connection connection, PointRequest request) throws IOException {
    TableAccess table = TableAccess.of(connection, request.table());
    try {
      return new PointReader(table, request, Thread::sleep);
    } catch (SubPlanException e) {
      table.close();
      throw e;
    }
  }

  @Override
  public boolean isLimited() {
    return plan.isLimited();
  }

  /** Does nothing: one batch of gets takes less time than a scan. */
  @Override
  public void start() {}

  @Override
  public boolean next() throws IOException {
    current = null;
    if (finished) {
      return false;
    }
    if (run == null) {
      List<Get> gets = new ArrayList<>(rowKeys.stream().map(plan::get).toList());
      if (plan.isBackward()) {
        Collections.reverse(gets);
      }
      RowResults results =
          plan.asKnown(new GetResults(table, gets, plan.wantedRows(), attempts, statistics), table);
      run =
          new LocalRun(
              plan.compiled(),
              new ResultRowSource(results, plan.compiled(), statistics),
              options.maxStateBytes(),
              Math.max(1, Math.min(LocalRun.MAX_BATCH_ROWS, rowKeys.size())),
              statistics::addGotten);
    }
    current = run.next();
    if (current == null) {
      finish();
    }
    return current != null;
  }

  @Override
  public FrameBatch current() {
    return current;
  }

  @Override
  public ReaderStatistics statistics() {
    return statistics.snapshot();
  }

  @Override
  public void close() throws IOException {
    finish();
    table.close();
  }

  private void finish() {
    finished = true;
    if (run != null) {
      run.close();
      run = null;
    }
  }
}
