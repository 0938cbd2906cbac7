package org.apache.spark.sql.hbase.read.estimate

import java.util.Map
import java.util.concurrent.TimeUnit

import org.apache.hbase.thirdparty.com.google.common.base.Ticker
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.read.estimate.GroupingHistory.{Grouping, MinRows}

class TestGroupingHistory {
  private var nanos = 0L
  private val history = new GroupingHistory(new Ticker { override def read(): Long = nanos })

  private def grouping(table: String, subPlan: Byte): Grouping =
    Grouping(ClusterSettings.of(Map.of(ClusterSettings.QUORUM, "h:1")), table, Array(subPlan))

  private val keys = grouping("t", 1)
  private val reason = Some("it made 90000 groups of 100000 rows the last time")

  @Test
  def remembersGroupingsWithAboutAGroupForEachRow(): Unit = {
    history.ran(keys, 100000, 90000)
    assertEquals(reason, history.wasteful(grouping("t", 1)))
    assertEquals(None, history.wasteful(grouping("t", 2)), "another sub-plan")
    assertEquals(None, history.wasteful(grouping("u", 1)), "another table")
  }

  @Test
  def doesNotRememberThoseThatReduceNorThoseOfFewRows(): Unit = {
    history.ran(keys, 100000, 80000)
    assertEquals(None, history.wasteful(keys))
    history.ran(keys, MinRows - 1, MinRows - 1)
    assertEquals(None, history.wasteful(keys))
  }

  @Test
  def aLaterRunThatReducesCounts(): Unit = {
    history.ran(keys, 100000, 90000)
    history.ran(keys, 100000, 10)
    assertEquals(None, history.wasteful(keys))
  }

  @Test
  def afterTenMinutesItIsTriedAgain(): Unit = {
    history.ran(keys, 100000, 90000)
    nanos = TimeUnit.MINUTES.toNanos(10) - 1
    assertEquals(reason, history.wasteful(keys))
    nanos += 1
    assertEquals(None, history.wasteful(keys))
  }
}
