package org.apache.spark.sql.hbase.write

import scala.annotation.tailrec

import org.apache.spark.sql.hbase.shim.StreamShim
import org.apache.spark.sql.hbase.shim.classic.SparkSession

/**
 * The times of the epochs of one streaming query, kept with the query's own progress: `<checkpoint>/sinks/hbase/<epoch>` is
 * `{"deletes":1704067200000}`.
 *
 * Spark runs an epoch again when it did not learn that it was done. The offsets of the epoch are in the checkpoint, so
 * its rows are the same. With the same times they are the same cells. In the checkpoint a time lives exactly as long as
 * the epoch that it belongs to. Spark's log writes a file whole or not at all, once. Times ascend from epoch to epoch,
 * over restarts and on whichever driver, so a later epoch wins.
 *
 * Used on the driver by one query.
 */
private[write] final class EpochTimes(session: SparkSession, checkpoint: String, clock: JobClock) {
  private val log = StreamShim.log[JobTimes](session, s"$checkpoint/sinks/hbase")
  private val kept = session.sessionState.conf.minBatchesToRetain

  @tailrec
  def of(epoch: Long): JobTimes = log.get(epoch) match {
    case Some(times) => times
    case None =>
      val times = clock.nextTimes(after = log.getLatest().fold(0L)(_._2.puts))
      if (log.add(epoch, times)) {
        if (epoch > kept) log.purge(epoch - kept)
        times
      } else of(epoch) // another driver that runs the query was faster
  }
}
