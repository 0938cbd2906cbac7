package org.apache.spark.sql.hbase.testkit;

import java.util.List;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.RowSource;

/** Delivers fixture rows as fast as batches take them. Deadlines are looked at once per call. */
public final class InMemoryRowSource implements RowSource {
  private final CompiledSubPlan plan;
  private final List<FixtureRow> rows;
  private ColumnBatch decodedBatch;
  private RowDecoder decoder;
  private int next;
  private long cells;
  private long bytes;

  /** Rows in row-key order. */
  public InMemoryRowSource(CompiledSubPlan plan, List<FixtureRow> rows) {
    this.plan = plan;
    this.rows = rows;
  }

  @Override
  public Fill fill(ColumnBatch batch, long deadlineNanos) {
    if (batch != decodedBatch) {
      decodedBatch = batch;
      decoder = plan.newDecoder(batch);
    }
    while (next < rows.size() && !batch.isFull()) {
      FixtureRow row = rows.get(next++);
      row.decode(decoder);
      cells += row.cells().size();
      bytes += row.bytes();
    }
    if (next == rows.size()) {
      return Fill.END;
    }
    return System.nanoTime() - deadlineNanos >= 0 ? Fill.DEADLINE : Fill.MORE;
  }

  @Override
  public byte[] lastRow() {
    return next == 0 ? null : rows.get(next - 1).rowKey();
  }

  @Override
  public long cellsScanned() {
    return cells;
  }

  @Override
  public long bytesScanned() {
    return bytes;
  }
}
