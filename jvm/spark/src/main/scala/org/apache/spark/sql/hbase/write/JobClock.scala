package org.apache.spark.sql.hbase.write

import java.util.concurrent.atomic.AtomicLong

/**
 * The times of a job that deletes and writes.
 *
 * @param deletes the delete markers'; hides all cells up to it
 * @param puts the cells', one later, so that a row that the job deletes and writes is there afterwards
 */
final case class JobTimes(deletes: Long) {
  def puts: Long = deletes + 1
}

object JobTimes {
  def ofPuts(puts: Long): JobTimes = JobTimes(puts - 1)
}

/**
 * Gives each write job the one timestamp of all its cells. A job's cells must be newer than the delete markers of
 * earlier jobs. So timestamps of one driver strictly ascend even when its clock does not. Thread-safe.
 */
final class JobClock(millis: () => Long) {
  private val last = new AtomicLong()

  def next(): Long = last.updateAndGet(previous => math.max(millis(), previous + 1))

  /**
   * For a job that deletes rows and writes others.
   *
   * @param after both times are later, whatever the clock says
   */
  def nextTimes(after: Long = 0): JobTimes =
    JobTimes(last.updateAndGet(previous => math.max(millis(), math.max(previous, after) + 1) + 1) - 1)
}

object JobClock {

  /** The clock of this process. */
  val shared: JobClock = new JobClock(() => System.currentTimeMillis())
}
