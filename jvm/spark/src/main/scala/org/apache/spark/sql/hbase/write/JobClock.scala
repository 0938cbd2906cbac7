package org.apache.spark.sql.hbase.write

import java.util.concurrent.atomic.AtomicLong

/**
 * Gives each write job the one timestamp of all its cells. A job's cells must be newer than the delete markers of earlier
 * jobs, so timestamps of one driver strictly ascend even when its clock does not. Thread-safe.
 */
final class JobClock(millis: () => Long) {
  private val last = new AtomicLong()

  def next(): Long = last.updateAndGet(previous => math.max(millis(), previous + 1))
}

object JobClock {

  /** The clock of this process. */
  val shared: JobClock = new JobClock(() => System.currentTimeMillis())
}
