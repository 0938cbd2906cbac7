package org.apache.spark.sql.hbase.write

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.io.TempDir

import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.hbase.plan.PlanSession

class TestEpochTimes {
  private val session = PlanSession.spark.asInstanceOf[SparkSession]

  /** Makes the times of a driver that has just started. */
  private def times(checkpoint: Path, now: Long): EpochTimes =
    new EpochTimes(session, checkpoint.toString, new JobClock(() => now))

  @Test
  def anEpochHasItsTimesAfterARestartToo(@TempDir checkpoint: Path): Unit = {
    assertEquals(JobTimes(100), times(checkpoint, 100).of(0))
    assertEquals(JobTimes(100), times(checkpoint, 900).of(0))
    assertEquals("""{"deletes":100}""", Files.readString(checkpoint.resolve("sinks/hbase/0")))
  }

  @Test
  def timesAscendThoughTheClockOfAnotherDriverIsBehind(@TempDir checkpoint: Path): Unit = {
    assertEquals(JobTimes(500), times(checkpoint, 500).of(0))
    assertEquals(JobTimes(502), times(checkpoint, 100).of(1))
  }

  @Test
  def oldEpochsAreForgottenAsSparkForgetsThem(@TempDir checkpoint: Path): Unit = {
    session.conf.set("spark.sql.streaming.minBatchesToRetain", "2")
    try (0L to 5L).foreach(epoch => times(checkpoint, 100 * epoch).of(epoch))
    finally session.conf.unset("spark.sql.streaming.minBatchesToRetain")
    val left = Using.resource(Files.list(checkpoint.resolve("sinks/hbase")))(
      _.iterator.asScala.map(_.getFileName.toString).toSet
    )
    assertEquals(Set("3", "4", "5"), left.filterNot(_.endsWith(".crc")))
  }
}
