package org.apache.spark.sql.hbase.coprocessor.server;

import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.spark.sql.hbase.engine.error.OverloadedException;

/**
 * Lets about as many sub-plans compute at once as the server has processors, so that the handlers
 * of all other calls find one. A turn lasts for one slice, and who waited longest has the next one.
 *
 * <p>Whoever waits holds a handler, so each wait is short, and whoever has a turn never waits for
 * another one. Thread-safe.
 */
public final class ComputeTurns {
  /** Some of them wait for disks. */
  private static final int LEAST = 4;

  /** A plan that nobody could compile for so long is left to the client. */
  private static final long COMPILE_WAIT_MILLIS = 2_000;

  private final Semaphore turns;

  /**
   * @param turns a fair semaphore, which all versions of the coprocessor share
   */
  ComputeTurns(Semaphore turns) {
    this.turns = turns;
  }

  /** Returns the number of turns that keeps all processors of this JVM busy. */
  static int ofProcessors() {
    return Math.max(LEAST, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Waits for a turn, which {@link #end} gives back.
   *
   * @return false if none came in time
   */
  public boolean tryBegin(long waitNanos) throws InterruptedIOException {
    try {
      return turns.tryAcquire(waitNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException("interrupted while a sub-plan waited for its turn")
              .initCause(e);
    }
  }

  public void end() {
    turns.release();
  }

  /**
   * Makes a sub-plan ready to run within a turn.
   *
   * @throws OverloadedException if no turn came in time
   */
  <T> T compile(Supplier<T> compiler) throws InterruptedIOException {
    if (!tryBegin(TimeUnit.MILLISECONDS.toNanos(COMPILE_WAIT_MILLIS))) {
      throw new OverloadedException(
          "Other sub-plans keep this region server busy. Run fewer tasks at once.",
          Map.of("waitedMillis", Long.toString(COMPILE_WAIT_MILLIS)));
    }
    try {
      return compiler.get();
    } finally {
      end();
    }
  }

  /** Turns that nobody has. */
  int free() {
    return turns.availablePermits();
  }
}
