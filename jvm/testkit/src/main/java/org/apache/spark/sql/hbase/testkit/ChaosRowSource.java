package org.apache.spark.sql.hbase.testkit;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.row.RowDecoder;
import org.apache.spark.sql.hbase.engine.row.RowSource;

/**
 * Delivers fixture rows in every way that the contract of {@link RowSource} allows, and fails where
 * told. The ways are few rows or none at a time, deadlines that pass at once, an end without a row.
 * The arrays that it gives to the decoder are overwritten afterwards. Repeatable by its seed.
 */
public final class ChaosRowSource implements RowSource {
  private static final int MAX_ROWS_AT_ONCE = 7;
  private static final byte GARBAGE = (byte) 0xA5;

  private final CompiledSubPlan plan;
  private final List<FixtureRow> rows;
  private final Random random;
  private final int failingRow;
  private ColumnBatch decodedBatch;
  private RowDecoder decoder;
  private int next;
  private long cells;

  private ChaosRowSource(CompiledSubPlan plan, List<FixtureRow> rows, long seed, int failingRow) {
    this.plan = plan;
    this.rows = rows;
    this.random = new Random(seed);
    this.failingRow = failingRow;
  }

  /** Delivers all rows. */
  public static ChaosRowSource of(CompiledSubPlan plan, List<FixtureRow> rows, long seed) {
    return new ChaosRowSource(plan, rows, seed, Integer.MAX_VALUE);
  }

  /** Raises an IOException instead of delivering the row at {@code failingRow}. */
  public static ChaosRowSource failingAt(
      CompiledSubPlan plan, List<FixtureRow> rows, long seed, int failingRow) {
    return new ChaosRowSource(plan, rows, seed, failingRow);
  }

  @Override
  public Fill fill(ColumnBatch batch, long deadlineNanos) throws IOException {
    if (batch != decodedBatch) {
      decodedBatch = batch;
      decoder = plan.newDecoder(batch);
    }
    int atMost = random.nextInt(MAX_ROWS_AT_ONCE);
    for (int i = 0; i < atMost && next < rows.size() && !batch.isFull(); i++) {
      if (next == failingRow) {
        throw new IOException("the source fails at row " + failingRow + ", as the test asked");
      }
      deliver(rows.get(next++));
    }
    if (next == rows.size() && random.nextBoolean()) {
      return Fill.END;
    }
    return random.nextBoolean() ? Fill.DEADLINE : Fill.MORE;
  }

  private void deliver(FixtureRow row) {
    byte[] key = row.rowKey().clone();
    boolean isWanted = decoder.beginRow(key, 0, key.length);
    for (FixtureCell cell : row.cells()) {
      if (isWanted) {
        byte[] name = cell.name().clone();
        byte[] value = cell.value().clone();
        isWanted = decoder.cell(name, 0, name.length, value, 0, value.length);
        Arrays.fill(name, GARBAGE);
        Arrays.fill(value, GARBAGE);
      }
      cells++;
    }
    decoder.endRow();
    Arrays.fill(key, GARBAGE);
  }

  @Override
  public byte[] lastRow() {
    return next == 0 ? null : rows.get(next - 1).rowKey().clone();
  }

  @Override
  public long cellsScanned() {
    return cells;
  }

  @Override
  public long bytesScanned() {
    return cells;
  }
}
