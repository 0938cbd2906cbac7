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
}
