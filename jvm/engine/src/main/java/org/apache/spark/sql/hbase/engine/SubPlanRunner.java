package org.apache.spark.sql.hbase.engine;

import java.io.IOException;
import java.util.Arrays;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.operator.BatchFootprint;
import org.apache.spark.sql.hbase.engine.operator.BatchSink;
import org.apache.spark.sql.hbase.engine.row.RowSource;
import org.apache.spark.sql.hbase.wire.StopReasons;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;
import org.apache.spark.sql.hbase.wire.proto.StopReason;

/**
 * Runs one sub-plan over one source of rows, a slice of time after the other, and hands out its
 * result in pieces.
 *
 * <p>Invariant: an emission holds the result of all rows up to its last row that earlier ones do
 * not hold, and nothing of later rows. So a reader that has it can go on elsewhere just after that
 * row. Batches are therefore consumed whole, and a batch for which there is no memory waits, with
 * its rows, for the next emission.
 *
 * <p>A batch has at most {@value #MAX_BATCH_VALUES} values, and about {@link
 * ColumnBatch#FULL_AT_DATA_BYTES} in values of variable length; fewer where memory is short. An
 * Expand or a BroadcastJoin takes its part of them. Only a group of rows of a columnar table, which
 * comes whole, may bring more.
 *
 * <p>All that a runner holds is counted, from the beginning to the end: state in one account,
 * everything else in {@link WorkMemory}. What the compiled sub-plan holds is its owner's to count.
 *
 * <p>Not thread-safe. After an exception only {@link #close} is allowed. The source stays the
 * caller's.
 */
public final class SubPlanRunner implements AutoCloseable {
  /** The reason for which {@link #run} returned. */
  public enum Step {
    /** The deadline passed; there is nothing to hand out yet. */
    YIELD,
    /** {@link #take} has an emission. */
    FRAME
  }

  /** Keeps the batches of very wide tables at a few MiB. */
  private static final int MAX_BATCH_VALUES = 1 << 18;

  /** By so much batches without a column are larger: their rows take no memory. */
  private static final int COUNTED_ROWS = 16;

  /** First batch below a Limit behind a Filter; each that follows has twice as many rows. */
  private static final long FIRST_BATCH_ROWS = 64;

  /** A frame with room for less than this part of its rows is sent. */
  private static final int NEARLY_FULL = 16;

  private final RowSource source;
  private final RunBounds bounds;
  private final CompiledSubPlan plan;
  private final MemoryAccount account;
  private final WorkMemory work;
  private Pipeline pipeline;
  private final BatchSink sink;
  private final ColumnBatch batch;
  private SelectedRows rows = new SelectedRows(1);

  /** Output of the operators for {@link #batch}, null if the batch has been consumed. */
  private ColumnBatch waiting;

  private RowSource.Fill lastFill = RowSource.Fill.MORE;

  /** Rows of the next batch, where it matters not to read more than are wanted. */
  private long wantedRows;

  /** Rows after which those that are kept are handed out, so that nobody waits for all of them. */
  private long dueRows;

  private long rowsRead;
  private final BatchPace pace;
  private final WorkLimit limit;

  /** Not null when an emission is due. */
  private StopReason stop;

  private boolean isEnded;
  private byte[] consumedRow;
  private byte[] emittedRow;
  private final RunStatistics statistics = new RunStatistics();

  /**
   * @param source positioned before its first row
   * @param account for state, for this runner alone; closed with it
   * @param work for everything else that the runner holds, for this runner alone; closed with it
   * @throws OverloadedException if the account has no memory for one more runner
   */
  public SubPlanRunner(
      CompiledSubPlan plan,
      RowSource source,
      RunBounds bounds,
      MemoryAccount account,
      MemoryAccount work) {
    this.plan = plan;
    this.source = source;
    this.bounds = bounds;
    this.account = account;
    BatchFootprint footprint = plan.footprint();
    this.dueRows = bounds.firstFrameRows();
    this.work = new WorkMemory(work, footprint, plan.tableLayout().getColumnsCount());
    this.limit = WorkLimit.ofNanos(bounds.maxBatchNanos());
    this.pipeline = plan.newPipeline(account, bounds.groupingSampleRows(), limit);
    this.sink = pipeline.sink();
    this.pace = BatchPace.of(footprint.calls());
    int columns = Math.max(1, plan.tableLayout().getColumnsCount());
    this.batch =
        plan.newInputBatch(
            (int)
                Math.min(
                    footprint.maxRows(), batchRows(columns, plan.countsOnly() ? COUNTED_ROWS : 1)),
            (int)
                Math.min(
                    footprint.maxDataBytes(),
                    ColumnBatch.FULL_AT_DATA_BYTES / pipeline.rowsPerInputRow()));
    this.wantedRows =
        pipeline.stopsAmongFiltered()
            ? Math.max(FIRST_BATCH_ROWS, Math.min(pipeline.wantedRows(), batch.capacity()))
            : batch.capacity();
  }

  private int batchRows(int columnCount, long factor) {
    long rows = Math.min(factor * bounds.maxBatchRows(), Math.max(1, pipeline.maxUsefulRows()));
    rows = Math.min(rows, Math.max(1, MAX_BATCH_VALUES / columnCount));
    rows = Math.max(1, rows / pipeline.rowsPerInputRow());
    long frameRows = Math.max(1, bounds.maxFrameRows() / pipeline.rowsPerInputRow());
    return (int) (sink.holdsRows() ? Math.min(rows, frameRows) : rows);
  }

  /**
   * Works until an emission is due or the deadline passes. Must not be called while an emission
   * waits to be taken, nor after the last one.
   *
   * @param deadlineNanos of {@link System#nanoTime}
   */
  public Step run(long deadlineNanos) throws IOException {
    if (stop != null || isEnded) {
      throw new IllegalStateException(
          isEnded ? "the sub-plan has ended" : "an emission waits to be taken");
    }
    work.endEmission();
    statistics.startWork();
    try {
      if (waiting == null && pipeline.isSatisfied()) {
        stop = StopReason.LIMIT_REACHED;
      }
      while (stop == null) {
        stop = work(deadlineNanos);
        if (stop == null && isYielding(deadlineNanos)) {
          return Step.YIELD;
        }
      }
      return Step.FRAME;
    } finally {
      work.endSlice(batch, waiting == null ? this::letGo : null);
      statistics.endWork();
    }
  }

  /** Lets go of what operators hold for a batch. */
  private void letGo() {
    pipeline =
        pipeline.withExpressionsOf(plan.newPipeline(account, bounds.groupingSampleRows(), limit));
    rows = new SelectedRows(1);
  }

  /** Handles one batch; returns why to stop after it, or null. */
  private StopReason work(long deadlineNanos) throws IOException {
    if (waiting == null) {
      long most = Math.min(Math.min(wantedRows, pace.rows()), frameRoom());
      most = Math.min(most, Math.max(1, pipeline.maxUsefulRows()));
      work.beginBatch(batch, most, pace.dataBytes(), this::letGo);
      wantedRows = Math.min(2 * wantedRows, batch.capacity());
      lastFill = source.fill(batch, deadlineNanos);
      work.batchFilled(batch);
    }
    pace.begin();
    limit.begin(batch.rowCount(), batch.dataBytes());
    if (waiting == null) {
      waiting = pipeline.apply(batch, rows);
    }
    boolean isCounted = rows.isEmpty() || sink.reserve(waiting, rows);
    if (!isCounted && sink.rowCount() > 0) {
      pace.pause();
      return StopReason.MEMORY_BOUND;
    }
    consume(isCounted);
    if (pipeline.isSatisfied()) {
      return StopReason.LIMIT_REACHED;
    }
    if (lastFill == RowSource.Fill.END) {
      return StopReason.END_OF_REGION;
    }
    return isCounted ? reachedBound() : StopReason.MEMORY_BOUND;
  }

  private void consume(boolean isCounted) {
    if (!isCounted) {
      sink.acceptUncounted(waiting, rows);
    } else if (!rows.isEmpty()) {
      sink.accept(waiting, rows);
    }
    pace.end(batch);
    statistics.addBatch(batch, pipeline.keptRows());
    statistics.readTo(source);
    consumedRow = source.lastRow();
    rowsRead += batch.rowsRead();
    waiting = null;
    batch.reset();
  }

  /** Rows to read so that the frame gets no more than it may have. */
  private long frameRoom() {
    if (!sink.holdsRows()) {
      return Long.MAX_VALUE;
    }
    long rows = bounds.maxFrameRows() - sink.rowCount();
    return Math.max(1, Math.min(rows / pipeline.rowsPerInputRow(), dueRows - rowsRead));
  }

  private StopReason reachedBound() {
    if (sink.holdsRows()) {
      // A frame that is nearly full is sent: its last rows would come in ever smaller batches.
      long room = bounds.maxFrameRows() - sink.rowCount();
      boolean isFull = room <= 0 || room < bounds.maxFrameRows() / NEARLY_FULL;
      boolean isDue = isEnoughRead();
      if (sink.rowCount() > 0 && (isFull || isDue || sink.usedBytes() >= bounds.maxFrameBytes())) {
        return StopReason.BYTES_BOUND;
      }
    } else if (sink.wantsDrain()
        || (sink.rowCount() > 0 && sink.usedBytes() >= bounds.maxStateBytes())) {
      return StopReason.MEMORY_BOUND;
    }
    boolean isDue = statistics.workNanos() >= bounds.progressNanos();
    return isDue && !Arrays.equals(consumedRow, emittedRow) ? StopReason.TIME_BOUND : null;
  }

  private boolean isEnoughRead() {
    boolean isEnough = rowsRead >= dueRows;
    while (dueRows <= rowsRead) {
      dueRows *= 2;
    }
    return isEnough;
  }

  private boolean isYielding(long deadlineNanos) {
    return lastFill == RowSource.Fill.DEADLINE || System.nanoTime() - deadlineNanos >= 0;
  }

  /** The emission for which {@link #run} returned FRAME. */
  public Emission take() {
    if (stop == null) {
      throw new IllegalStateException("no emission is due");
    }
    work.beginEmission(sink.usedBytes());
    int rowCount = sink.rowCount();
    isEnded = StopReasons.isInBand(stop);
    FrameStatistics sinceLast = statistics.take(!isEnded);
    Emission emission = new Emission(sink.drain(), rowCount, consumedRow, stop, sinceLast);
    emittedRow = consumedRow;
    stop = null;
    return emission;
  }

  /**
   * The emission that was taken is in nobody's hands any more. Called by {@link #run} otherwise.
   */
  public void emissionLeft() {
    work.endEmission();
  }

  /** Returns all memory to the accounts. Idempotent. */
  @Override
  public void close() {
    isEnded = true;
    account.close();
    work.close();
  }
}
