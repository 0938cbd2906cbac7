package org.apache.spark.sql.hbase.client.scan;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.hbase.client.cluster.SubPlanException;
import org.apache.spark.sql.hbase.engine.CompiledSubPlan;
import org.apache.spark.sql.hbase.engine.Emission;
import org.apache.spark.sql.hbase.engine.RunBounds;
import org.apache.spark.sql.hbase.engine.SubPlanRunner;
import org.apache.spark.sql.hbase.engine.error.EngineErrors;
import org.apache.spark.sql.hbase.engine.memory.MemoryAccount;
import org.apache.spark.sql.hbase.wire.RemoteError;
import org.apache.spark.sql.hbase.wire.StopReasons;
import org.apache.spark.sql.hbase.wire.proto.FrameStatistics;

/**
 * The engine in this process over rows that HBase's client hands out: what a region server would
 * have done. Not thread-safe.
 */
public final class LocalRun implements AutoCloseable {
  /** Is told what was done since it was told last. */
  public interface Counter {
    void add(FrameStatistics counted);
  }

  /** Rows that the engine evaluates at once, if there are so many. */
  public static final int MAX_BATCH_ROWS = 4_096;

  private static final int MAX_FRAME_ROWS = 65_536;
  private static final long MAX_FRAME_BYTES = 4L << 20;

  /** Spark may stop after a few rows, and does not say so before. */
  private static final int FIRST_FRAME_ROWS = 64;

  // Nobody waits behind this thread, so there is no slice to keep; fill() reads the clock all the
  // same.
  private static final long SLICE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final ResultRowSource source;
  private final SubPlanRunner runner;
  private final Counter counter;
  private boolean ended;
  private boolean limitReached;

  /**
   * @param source closed with this run
   * @param batchRows that the engine evaluates at once, for which it takes memory
   */
  public LocalRun(
      CompiledSubPlan plan,
      ResultRowSource source,
      long maxStateBytes,
      int batchRows,
      Counter counter) {
    this.source = source;
    this.counter = counter;
    RunBounds bounds =
        new RunBounds(MAX_FRAME_ROWS, MAX_FRAME_BYTES, maxStateBytes, Long.MAX_VALUE, batchRows)
            .withFirstFrameRows(FIRST_FRAME_ROWS);
    this.runner =
        new SubPlanRunner(
            plan, source, bounds, MemoryAccount.ofLimit(maxStateBytes), MemoryAccount.unlimited());
  }

  /**
   * The next batch that has rows, null at the end.
   *
   * @throws SubPlanException for what a region server would refuse with a code as well
   */
  public FrameBatch next() throws IOException {
    try {
      return run();
    } catch (RuntimeException e) {
      RemoteError error = EngineErrors.describe(e).orElseThrow(() -> e);
      throw new SubPlanException(error, e);
    }
  }

  private FrameBatch run() throws IOException {
    while (!ended) {
      if (runner.run(System.nanoTime() + SLICE_NANOS) == SubPlanRunner.Step.YIELD) {
        continue;
      }
      Emission emission = runner.take();
      ended = emission.end();
      limitReached = StopReasons.endsScan(emission.stopReason());
      counter.add(emission.statistics());
      if (emission.rowCount() > 0) {
        return new FrameBatch(emission.columns(), emission.rowCount());
      }
    }
    return null;
  }

  /** True when the rows after the last batch are not wanted. */
  boolean limitReached() {
    return limitReached;
  }

  @Override
  public void close() {
    runner.close();
    source.close();
  }
}
