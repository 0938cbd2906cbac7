package org.apache.spark.sql.hbase.read.report

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.RegionSpan
import org.apache.spark.util.CollectionAccumulator

class TestRunWork {
  private val regions = Seq(0, 10, 20).map(at => new RegionSpan(row(at), row(at + 10), "a"))

  private def row(at: Int): Array[Byte] = if (at == 0) Array.empty else Array(at.toByte)

  /** As the tasks send it: every sum is `each`. */
  private def sent(execution: Long, start: Int, began: Long, ended: Long, each: Long): RangeWork.Sent =
    (row(start), Array(execution, began, ended) ++ RangeWork.names.map(_ => each))

  private def work(began: Long, ended: Long, each: Long) = RegionWork(began, ended, RangeWork.names.map(_ => each))

  private def after(updates: Seq[RangeWork.Sent]*): RunWork = {
    val work = new RunWork((_, _) => ())
    updates.foreach { update =>
      val ofTask = new CollectionAccumulator[RangeWork.Sent]
      update.foreach(ofTask.add)
      work.merge(ofTask)
    }
    work
  }

  @Test
  def rangesOfOneRegionAreSummed(): Unit = assertEquals(
    Map(0 -> work(5, 9, 1), 1 -> work(3, 12, 6)),
    after(Seq(sent(7, 0, 5, 9, 1), sent(7, 10, 8, 12, 2)), Seq(sent(7, 15, 3, 4, 4))).byRegion(regions)
  )

  @Test
  def aLaterRunBeginsAnewAndAnEarlierOneComesTooLate(): Unit = assertEquals(
    Map(2 -> work(1, 2, 3)),
    after(Seq(sent(7, 0, 5, 9, 1)), Seq(sent(8, 25, 1, 2, 3)), Seq(sent(7, 10, 8, 12, 2))).byRegion(regions)
  )

  @Test
  def runsOutsideOfAnExecutionAddUp(): Unit = assertEquals(
    Map(1 -> work(1, 4, 7)),
    after(Seq(sent(-1, 10, 1, 2, 3)), Seq(sent(-1, 10, 3, 4, 4))).byRegion(regions)
  )

  @Test
  def afterEachTaskItTellsWhatRegionServersKeptAndSentInThisRun(): Unit = {
    val told = Seq.newBuilder[(Long, Long)]
    val work = new RunWork((kept, sent) => told += kept -> sent)
    def ran(execution: Long, sums: (String, Long)*): Unit = {
      val ofTask = new CollectionAccumulator[RangeWork.Sent]
      ofTask.add((row(0), Array(execution, 1L, 2L) ++ RangeWork.names.map(sums.toMap.getOrElse(_, 0L))))
      work.merge(ofTask)
    }
    ran(7, "rowsKept" -> 10, "rowsReceived" -> 4)
    ran(7, "rowsKept" -> 5, "rowsReceived" -> 5)
    ran(7, "rowsKept" -> 3, "rowsReceived" -> 9, "fallbacks" -> 1)
    ran(8, "rowsKept" -> 2, "rowsReceived" -> 1)
    assertEquals(Seq(10L -> 4L, 15L -> 9L, 15L -> 9L, 2L -> 1L), told.result())
  }

  @Test
  def tasksGetAClassOfSparks(): Unit = {
    val ofTask = new RunWork((_, _) => ()).copyAndReset()
    assertEquals(classOf[CollectionAccumulator[_]], ofTask.getClass)
    assertFalse(sent(0, 0, 0, 0, 0).productIterator.exists(_.getClass.getName.contains("hbase")))
  }
}
