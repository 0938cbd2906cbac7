package org.apache.spark.sql.hbase.client.point;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.spark.sql.hbase.client.cluster.TableAccess;
import org.apache.spark.sql.hbase.client.row.RowResults;
import org.apache.spark.sql.hbase.client.scan.Attempts;
import org.apache.spark.sql.hbase.client.scan.ScanErrors;
import org.apache.spark.sql.hbase.client.scan.StatisticsCounter;

/**
 * Rows of single row keys, those of them that exist. They are asked for in batches: HBase's client
 * sends one call to each region server that holds some of a batch, to all of them at once. It
 * follows regions that move. Not thread-safe.
 *
 * <p>At most one batch of rows is held. The first one is small, because a LIMIT may be met by it
 * and because it shows how large rows are.
 */
final class GetResults implements RowResults {
  private static final int FIRST_BATCH = 128;

  /** More row keys per call gain nothing, see docs/decisions/0007. */
  private static final int MAX_BATCH = 512;

  /** About so much is held of a batch after the first. */
  private static final long MAX_BATCH_BYTES = 8 << 20;

  private final TableAccess table;
  private final List<Get> gets;
  private final Attempts attempts;
  private final StatisticsCounter statistics;
  private final boolean isLimited;
  private Result[] batch = {};
  private int inBatch;
  private int asked;
  private int batchSize;

  /**
   * @param gets in the order in which rows are wanted, no row key twice
   * @param wantedRows that may be enough, MAX_VALUE for all; the first batch asks for no more
   */
  GetResults(
      TableAccess table,
      List<Get> gets,
      long wantedRows,
      Attempts attempts,
      StatisticsCounter statistics) {
    this.table = table;
    this.gets = gets;
    this.attempts = attempts;
    this.statistics = statistics;
    this.isLimited = wantedRows < Long.MAX_VALUE;
    this.batchSize = (int) Math.max(1, Math.min(FIRST_BATCH, wantedRows));
  }

  @Override
  public Result next() throws IOException {
    while (true) {
      while (inBatch < batch.length) {
        Result result = batch[inBatch];
        // Whoever reads the rows need not wait for the whole batch to free them.
        batch[inBatch++] = null;
        if (!result.isEmpty()) {
          return result;
        }
      }
      if (asked == gets.size()) {
        return null;
      }
      fetch();
    }
  }

  @Override
  public boolean mayBeEnough() {
    return isLimited && inBatch == batch.length;
  }

  private void fetch() throws IOException {
    List<Get> wanted = gets.subList(asked, Math.min(gets.size(), asked + batchSize));
    while (true) {
      try {
        statistics.addGets(wanted.size());
        batch = table.get(wanted);
        break;
      } catch (IOException e) {
        ScanErrors.throwIfFinal(ScanErrors.decisive(e));
        attempts.failed(e);
        statistics.addReopen();
        table.forgetLocations();
      }
    }
    attempts.progressed();
    asked += wanted.size();
    inBatch = 0;
    batchSize = nextBatchSize();
  }

  private int nextBatchSize() {
    long rows = 0;
    long bytes = 0;
    for (Result result : batch) {
      rows += result.isEmpty() ? 0 : 1;
      bytes += Result.getTotalSizeOfCells(result);
    }
    return rows == 0
        ? MAX_BATCH
        : (int) Math.max(1, Math.min(MAX_BATCH, MAX_BATCH_BYTES * rows / bytes));
  }

  @Override
  public void close() {
    batch = new Result[0];
    inBatch = 0;
    asked = gets.size();
  }
}
