package org.apache.spark.sql.hbase.write

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class TestJobClock {
  @Test
  def timestampsAscendEvenWhenTheClockStandsOrGoesBack(): Unit = {
    val times = Iterator(100L, 100L, 90L, 200L)
    val clock = new JobClock(() => times.next())
    assertEquals(Seq(100L, 101L, 102L, 200L), Seq.fill(4)(clock.next()))
  }

  @Test
  def aJobThatDeletesAndWritesHasTwoTimesOfItsOwn(): Unit = {
    val times = Iterator(100L, 100L, 90L, 200L)
    val clock = new JobClock(() => times.next())
    assertEquals(100L, clock.next())
    assertEquals(JobTimes(101L), clock.nextTimes())
    assertEquals(102L, JobTimes(101L).puts)
    assertEquals(103L, clock.next())
    assertEquals(JobTimes(200L), clock.nextTimes())
  }

  @Test
  def timesThatAnotherDriverGaveArePassedOver(): Unit = {
    val clock = new JobClock(() => 100L)
    assertEquals(JobTimes(501L), clock.nextTimes(after = 500L))
    assertEquals(JobTimes(503L), clock.nextTimes(after = 7L))
  }
}
