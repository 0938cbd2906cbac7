package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.RowSource;
import org.apache.spark.sql.hbase.filter.CellFeeder;
import org.apache.spark.sql.hbase.filter.ScanFilters;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows of an ordinary HBase scan. When the scan is lost for good, it is opened again after the last
 * row delivered, so each row comes once. Not thread-safe; the maker closes it.
 *
 * <p>Hot path: nothing is allocated per row besides what HBase's client allocates.
 */
final class ResultRowSource implements RowSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ResultRowSource.class);

  /** Rows between two looks at the clock. */
  private static final int ROWS_PER_CLOCK = 128;

  private final TableAccess table;
  private final CellFeeder feeder = new CellFeeder();
  private final CompiledSubPlan plan;
  private final Attempts attempts;
  private final StatisticsCounter statistics;
  private Scan template;
  private MeteredScan scan;
  private RowDecoder decoder;
  private ColumnBatch decoderBatch;
  private byte[] lastRow;

  private long cells;
  private long bytes;

  /**
   * @param template the range and how to read it; copied before each use
   */
  ResultRowSource(
      TableAccess table,
      Scan template,
      CompiledSubPlan plan,
      Attempts attempts,
      StatisticsCounter statistics) {
    this.table = table;
    this.template = template;
    this.plan = plan;
    this.attempts = attempts;
    this.statistics = statistics;
  }

  @Override
  public Fill fill(ColumnBatch batch, long deadlineNanos) throws IOException {
    bind(batch);
    int rowsUntilClock = ROWS_PER_CLOCK;
    while (!batch.isFull()) {
      Result result = nextResult();
      if (result == null) {
        return Fill.END;
      }
      decode(result);
      if (--rowsUntilClock == 0) {
        if (System.nanoTime() - deadlineNanos >= 0) {
          return Fill.DEADLINE;
        }
        rowsUntilClock = ROWS_PER_CLOCK;
      }
    }
    return Fill.MORE;
  }

  @Override
  public byte[] lastRow() {
    return lastRow;
  }

  @Override
  public long cellsScanned() {
    return cells;
  }

  @Override
  public long bytesScanned() {
    return bytes;
  }

  @Override
  public void close() {
    if (scan != null) {
      scan.close();
      scan = null;
    }
  }

  private void bind(ColumnBatch batch) {
    if (batch != decoderBatch) {
      decoder = plan.newDecoder(batch);
      decoderBatch = batch;
    }
  }

  private void decode(Result result) {
    Cell[] rowCells = result.rawCells();
    Cell first = rowCells[0];
    long rowBytes = 0;
    boolean isWanted =
        decoder.beginRow(first.getRowArray(), first.getRowOffset(), first.getRowLength());
    for (Cell cell : rowCells) {
      isWanted = isWanted && feeder.feed(cell, decoder);
      rowBytes += cell.getSerializedSize();
    }
    decoder.endRow();
    cells += rowCells.length;
    bytes += rowBytes;
    lastRow = result.getRow();
    statistics.addPlainRow(rowBytes);
  }

  private Result nextResult() throws IOException {
    while (true) {
      try {
        if (scan == null) {
          scan = new MeteredScan(table, rest(), statistics);
        }
        Result result = scan.next();
        attempts.progressed();
        return result;
      } catch (IOException e) {
        close();
        if (isFilterUnusable(e)) {
          LOG.info(
              "A plain scan goes on without a filter, because the region server cannot use it. filter={} problem={}",
              template.getFilter(),
              e.toString());
          template = new Scan(template).setFilter((Filter) null);
          continue;
        }
        throwIfFinal(e);
        attempts.failed(e);
        statistics.addReopen();
        table.forgetLocations();
      }
    }
  }

  private boolean isFilterUnusable(IOException failure) {
    return template.hasFilter()
        && ScanErrors.remoteError(failure).isEmpty()
        && ScanFilters.isUnusable(failure);
  }

  /** What a filter says of the rows it sees is what the engine here would say. */
  private static void throwIfFinal(IOException failure) throws IOException {
    Optional<RemoteError> ofFilter = ScanErrors.remoteError(failure);
    if (ofFilter.isPresent()) {
      throw new SubPlanException(ofFilter.get(), failure);
    }
    if (ScanErrors.isFinal(failure)) {
      throw failure;
    }
  }

  private Scan rest() throws IOException {
    Scan copy = new Scan(template);
    return lastRow == null ? copy : copy.withStartRow(lastRow, false);
  }
}
