package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.spark.sql.hbase.client.row.RowResults;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.RowSource;
import org.apache.spark.sql.hbase.filter.CellFeeder;

/**
 * Rows that HBase's client hands out, decoded. Not thread-safe; the maker closes it, and it closes
 * the rows.
 *
 * <p>Hot path: nothing is allocated per row besides what HBase's client allocates.
 */
public final class ResultRowSource implements RowSource, AutoCloseable {
  /** Rows between two looks at the clock. */
  private static final int ROWS_PER_CLOCK = 128;

  private final RowResults results;
  private final CellFeeder feeder = new CellFeeder();
  private final CompiledSubPlan plan;
  private final StatisticsCounter statistics;
  private RowDecoder decoder;
  private ColumnBatch decoderBatch;
  private byte[] lastRow;

  private long cells;
  private long bytes;

  public ResultRowSource(RowResults results, CompiledSubPlan plan, StatisticsCounter statistics) {
    this.results = results;
    this.plan = plan;
    this.statistics = statistics;
  }

  @Override
  public Fill fill(ColumnBatch batch, long deadlineNanos) throws IOException {
    bind(batch);
    int rowsUntilClock = ROWS_PER_CLOCK;
    while (!batch.isFull()) {
      Result result = results.next();
      if (result == null) {
        return Fill.END;
      }
      decode(result);
      if (results.mayBeEnough()) {
        return Fill.MORE;
      }
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
    results.close();
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
}
