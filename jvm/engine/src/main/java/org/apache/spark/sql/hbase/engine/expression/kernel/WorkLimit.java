package org.apache.spark.sql.hbase.engine.expression.kernel;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;

/**
 * Ends the work on a batch of rows that takes too long. A batch is worked on whole, so nobody else
 * looks at a clock before all expressions are through with it. There may be ten thousand of them
 * over a large group of rows, or a regular expression over a text of many megabytes.
 *
 * <p>Processor time of the thread counts. Where it had to wait for a processor or for the garbage
 * collector, the batch is not to blame. Elapsed time is looked at first because that is cheap.
 *
 * <p>One runner has one, and its expressions share it. Not thread-safe.
 */
public final class WorkLimit {
  /** Values computed between two looks at the clock: some 0.1 ms. */
  private static final long VALUES_PER_LOOK = 4096;

  /** So many bytes of a row take as long as one more value. */
  private static final int BYTES_PER_VALUE = 16;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final long maxNanos;
  private final LongSupplier elapsedNanos;
  private final LongSupplier workNanos;

  private long valuesPerCall;
  private long values;

  /** False until the first look at the current batch. */
  private boolean isTimed;

  private long elapsedAtFirstLook;
  private long workAtFirstLook;

  WorkLimit(long maxNanos, LongSupplier elapsedNanos, LongSupplier workNanos) {
    this.maxNanos = maxNanos;
    this.elapsedNanos = elapsedNanos;
    this.workNanos = workNanos;
  }

  /** For callers that nobody waits for. */
  public static WorkLimit none() {
    return ofNanos(Long.MAX_VALUE);
  }

  /**
   * @param maxNanos of processor time for one batch; {@link Long#MAX_VALUE} for no limit
   */
  public static WorkLimit ofNanos(long maxNanos) {
    return new WorkLimit(maxNanos, System::nanoTime, processorNanos());
  }

  /** Processor time of the thread that asks; elapsed time where the machine does not count it. */
  public static LongSupplier processorNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS::getCurrentThreadCpuTime
        : System::nanoTime;
  }

  /** True if nothing is ever ended. */
  public boolean isNone() {
    return maxNanos == Long.MAX_VALUE;
  }

  /**
   * The next calls are about another batch.
   *
   * @param dataBytes of its values of variable length
   */
  public void begin(long rows, long dataBytes) {
    valuesPerCall = 1 + rows + dataBytes / BYTES_PER_VALUE;
    isTimed = false;
  }

  /**
   * One expression is about to work on the batch, or on some rows of it.
   *
   * @throws OverloadedException if the batch has taken too long
   */
  public void countCall() {
    values += valuesPerCall;
    if (values >= VALUES_PER_LOOK) {
      values = 0;
      look();
    }
  }

  /**
   * Looks at the clock; for expressions that take long for a single value, each millisecond or so.
   *
   * @throws OverloadedException if the batch has taken too long
   */
  public void look() {
    if (isNone()) {
      return;
    }
    long elapsed = elapsedNanos.getAsLong();
    if (!isTimed) {
      isTimed = true;
      elapsedAtFirstLook = elapsed;
      workAtFirstLook = workNanos.getAsLong();
    } else if (elapsed - elapsedAtFirstLook > maxNanos) {
      checkWork();
    }
  }

  private void checkWork() {
    long work = workNanos.getAsLong() - workAtFirstLook;
    if (work > maxNanos) {
      throw new OverloadedException(
          "The expressions of the query take too long for some rows. "
              + "Use a simpler regular expression, shorter values, fewer expressions, "
              + "or fewer group bits.",
          Map.of(
              "workMillis", Long.toString(TimeUnit.NANOSECONDS.toMillis(work)),
              "limitMillis", Long.toString(TimeUnit.NANOSECONDS.toMillis(maxNanos))));
    }
  }
}
