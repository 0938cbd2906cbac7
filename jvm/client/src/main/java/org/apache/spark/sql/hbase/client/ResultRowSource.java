package org.apache.spark.sql.hbase.client;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.RowSource;

/**
 * Rows of an ordinary HBase scan. When the scan is lost for good, it is opened again after the last
 * row delivered, so each row comes once. Not thread-safe; the maker closes it.
 *
 * <p>Hot path: nothing is allocated per row besides what HBase's client allocates.
 */
final class ResultRowSource implements RowSource, AutoCloseable {
  /** Rows between two looks at the clock. */
  private static final int ROWS_PER_CLOCK = 128;

  private final TableAccess table;
  private final Scan template;
  private final CompiledSubPlan plan;
  private final Attempts attempts;
  private final StatisticsCounter statistics;
  private MeteredScan scan;
  private RowDecoder decoder;
  private ColumnBatch decoderBatch;
  private byte[] lastRow;

  /** Of the cell that is decoded now, {@link org.apache.spark.sql.hbase.engine.row.CellName}. */
  private byte[] name = new byte[64];

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
      isWanted = isWanted && feed(cell);
      rowBytes += cell.getSerializedSize();
    }
    decoder.endRow();
    cells += rowCells.length;
    bytes += rowBytes;
    lastRow = result.getRow();
    statistics.addPlainRow(rowBytes);
  }

  private boolean feed(Cell cell) {
    int familyLength = cell.getFamilyLength();
    int nameLength = 1 + familyLength + cell.getQualifierLength();
    if (nameLength > name.length) {
      name = new byte[2 * nameLength];
    }
    name[0] = (byte) familyLength;
    CellUtil.copyFamilyTo(cell, name, 1);
    CellUtil.copyQualifierTo(cell, name, 1 + familyLength);
    return decoder.cell(
        name, 0, nameLength, cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
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
        if (ScanErrors.isFinal(e)) {
          throw e;
        }
        attempts.failed(e);
        statistics.addReopen();
        table.forgetLocations();
      }
    }
  }

  private Scan rest() throws IOException {
    Scan copy = new Scan(template);
    return lastRow == null ? copy : copy.withStartRow(lastRow, false);
  }
}
