package org.apache.spark.sql.hbase.coprocessor.direct;

/**
 * When a walk through store files has to end. The clock costs as much as a short row. It is read
 * once for so many steps or bytes, and after each step that may have waited for a disk. Not
 * thread-safe.
 */
final class WalkDeadline {
  private static final int STEPS_PER_CHECK = 64;
  private static final long BYTES_PER_CHECK = 1 << 20;

  private long nanos;
  private int stepsUntilCheck;
  private long bytesAtCheck;

  /**
   * A walk begins.
   *
   * @param deadlineNanos by {@link System#nanoTime}
   * @param bytes that were walked before
   */
  void start(long deadlineNanos, long bytes) {
    nanos = deadlineNanos;
    stepsUntilCheck = STEPS_PER_CHECK;
    bytesAtCheck = bytes;
  }

  /** The step at hand may wait for a disk. */
  void stepIsLong() {
    stepsUntilCheck = 0;
  }

  /**
   * To be asked before each step: a row, or rows that are passed over at once. Never true before
   * the first.
   *
   * @param bytes that have been walked
   */
  boolean hasPassed(long bytes) {
    if (stepsUntilCheck-- > 0 && bytes - bytesAtCheck < BYTES_PER_CHECK) {
      return false;
    }
    stepsUntilCheck = STEPS_PER_CHECK;
    bytesAtCheck = bytes;
    return System.nanoTime() - nanos >= 0;
  }
}
