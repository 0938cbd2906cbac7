package org.apache.spark.sql.hbase.engine;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.hbase.engine.batch.ColumnBatch;
import org.apache.spark.sql.hbase.engine.batch.SelectedRows;
import org.apache.spark.sql.hbase.engine.expression.kernel.WorkLimit;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.engine.operator.BatchSink;
import org.apache.spark.sql.hbase.engine.row.RowSource;
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
 * <p>A group of rows of a columnar table comes whole, so that a batch may have more rows than it
 * wants: those beyond are counted in the memory account until they are consumed.
 *
 * <p>Not counted there: the input batch (else at most {@value #MAX_BATCH_VALUES} values, and about
 * {@link ColumnBatch#FULL_AT_DATA_BYTES} in values of variable length, of which an Expand or a
 * LookupJoin takes its part), the first {@link BatchFootprint#TARGET_BYTES} of what operators make
 * of it, the build rows of LookupJoins, which belong to the plan, and the emission that was handed
 * out.
 *
 * <p>Not thread-safe. After an exception only {@link #close} is allowed. The source stays the
 * caller's.
 */
public final class SubPlanRunner implements AutoCloseable {
  /** Why {@link #run} came back. */
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

  private final RowSource source;
  private final RunBounds bounds;
  private final MemoryAccount account;
  private final MemoryAccount work;
  private final Pipeline pipeline;
  private final BatchSink sink;
  private final BatchFootprint footprint;
  private final ColumnBatch batch;
  private final SelectedRows rows = new SelectedRows(1);

  /** Rows of a batch that need not be counted in the account. */
  private final long uncountedRows;

  /** Reserved for the rows of the batch beyond. */
  private long batchBytes;

  /** Reserved for what operators make of it. */
  private long workBytes;

  /** Output of the operators for {@link #batch}, null if the batch has been consumed. */
  private ColumnBatch waiting;

  private RowSource.Fill lastFill = RowSource.Fill.MORE;

  /** Rows of the next batch, where it matters not to read more than are wanted. */
  private long wantedRows;

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
   * @param work for what operators make of a batch, beyond {@link BatchFootprint#TARGET_BYTES}, for
   *     this runner alone; closed with it
   */
  public SubPlanRunner(
      CompiledSubPlan plan,
      RowSource source,
      RunBounds bounds,
      MemoryAccount account,
      MemoryAccount work) {
    this.source = source;
    this.bounds = bounds;
    this.account = account;
    this.work = work;
    this.limit = WorkLimit.ofNanos(bounds.maxBatchNanos());
    this.pipeline = plan.newPipeline(account, bounds.groupingSampleRows(), limit);
    this.sink = pipeline.sink();
    this.footprint = plan.footprint();
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
    this.uncountedRows = Math.max(batch.capacity(), MAX_BATCH_VALUES / columns);
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
      statistics.endWork();
    }
  }

  /** Handles one batch; returns why to stop after it, or null. */
  private StopReason work(long deadlineNanos) throws IOException {
    if (waiting == null) {
      batch.fillUpTo(Math.min(wantedRows, pace.rows()), pace.dataBytes());
      wantedRows = Math.min(2 * wantedRows, batch.capacity());
      lastFill = source.fill(batch, deadlineNanos);
      reserveWork();
      countLargeBatch();
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

  /** A batch is larger than it should be if its first row is, or its first group of rows. */
  private void reserveWork() {
    long bytes = footprint.bytesFor(batch.rowCount(), batch.dataBytes());
    long uncounted = BatchFootprint.TARGET_BYTES;
    if (bytes <= uncounted) {
      return;
    }
    if (!work.tryReserve(bytes - uncounted)) {
      throw new OverloadedException(
          "What the query computes of a row could take too much memory, so the client reads it."
              + " Select long values as they are, or write the table with more group bits.",
          Map.of(
              "rows", Integer.toString(batch.rowCount()),
              "rowBytes", Long.toString(batch.dataBytes()),
              "moreBytes", Long.toString(bytes - uncounted)));
    }
    workBytes = bytes - uncounted;
  }

  private void countLargeBatch() {
    long rowCount = batch.rowCount();
    if (rowCount <= uncountedRows) {
      return;
    }
    long bytes = batch.usedBytes() / rowCount * (rowCount - uncountedRows);
    if (!account.tryReserve(bytes)) {
      throw new OverloadedException(
          "A group of rows does not fit into the memory of sub-plan scans, so the client reads it."
              + " Write the table with more group bits, or raise hbase.sparksql.state.max.bytes.",
          Map.of("rows", Long.toString(rowCount), "moreBytes", Long.toString(bytes)));
    }
    batchBytes = bytes;
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
    waiting = null;
    batch.reset();
    account.release(batchBytes);
    batchBytes = 0;
    work.release(workBytes);
    workBytes = 0;
  }

  private StopReason reachedBound() {
    if (sink.holdsRows()) {
      if (sink.rowCount() >= bounds.maxFrameRows() || sink.usedBytes() >= bounds.maxFrameBytes()) {
        return StopReason.BYTES_BOUND;
      }
    } else if (sink.wantsDrain()
        || (sink.rowCount() > 0 && sink.usedBytes() >= bounds.maxStateBytes())) {
      return StopReason.MEMORY_BOUND;
    }
    boolean isDue = statistics.workNanos() >= bounds.progressNanos();
    return isDue && !Arrays.equals(consumedRow, emittedRow) ? StopReason.TIME_BOUND : null;
  }

  private boolean isYielding(long deadlineNanos) {
    return lastFill == RowSource.Fill.DEADLINE || System.nanoTime() - deadlineNanos >= 0;
  }

  /** The emission for which {@link #run} returned FRAME. */
  public Emission take() {
    if (stop == null) {
      throw new IllegalStateException("no emission is due");
    }
    int rowCount = sink.rowCount();
    isEnded = stop == StopReason.END_OF_REGION || stop == StopReason.LIMIT_REACHED;
    FrameStatistics sinceLast = statistics.take(!isEnded);
    Emission emission = new Emission(sink.drain(), rowCount, consumedRow, isEnded, stop, sinceLast);
    emittedRow = consumedRow;
    stop = null;
    return emission;
  }

  /** Returns all memory to the account. Idempotent. */
  @Override
  public void close() {
    isEnded = true;
    account.close();
    work.close();
  }
}
