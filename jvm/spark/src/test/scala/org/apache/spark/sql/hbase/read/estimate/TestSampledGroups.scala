package org.apache.spark.sql.hbase.read.estimate

import java.util.Map
import java.util.concurrent.TimeUnit

import org.apache.hbase.thirdparty.com.google.common.base.Ticker
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.read.estimate.SampledGroups.{FewRows, Keys, Sample}

class TestSampledGroups {
  private var nanos = 0L
  private val groups = new SampledGroups(new Ticker { override def read(): Long = nanos })
  private var asked = Seq.empty[Long]

  private def keys(table: String, columns: String*): Keys =
    Keys(ClusterSettings.of(Map.of(ClusterSettings.QUORUM, "h:1")), table, columns.toSet)

  /** @param groupsOf of so many first rows */
  private def wasteful(of: Keys, rowsOfTable: Long)(groupsOf: Long => Long): Option[String] =
    groups.wasteful(
      of,
      rows => {
        asked :+= rows
        val found = math.min(rows, rowsOfTable)
        Sample(found, groupsOf(found))
      }
    )

  private val reason = Some("the first 100000 rows of the table make 90000 groups")

  @Test
  def looksAtManyRowsWhereFewOfThemHardlyRepeatTheirKeys(): Unit = {
    assertEquals(reason, wasteful(keys("t", "a"), 1000000)(_ * 9 / 10))
    assertEquals(Seq(FewRows, GroupingHistory.MinRows), asked)
  }

  @Test
  def aFewRowsTellThatGroupingReduces(): Unit = {
    assertEquals(None, wasteful(keys("t", "a"), 1000000)(_ * 8 / 10))
    assertEquals(Seq(FewRows), asked)
  }

  @Test
  def keysThatRepeatOnlyInManyRowsReduceThem(): Unit =
    assertEquals(None, wasteful(keys("t", "a"), 1000000)(math.min(_, 80000)))

  @Test
  def ofFewerRowsEitherPlanIsAsGood(): Unit = {
    assertEquals(None, wasteful(keys("t", "a"), FewRows - 1)(identity))
    assertEquals(Seq(FewRows), asked)
    assertEquals(None, wasteful(keys("u", "a"), GroupingHistory.MinRows - 1)(identity))
  }

  @Test
  def readsTheSameKeysOfATableOnceInTenMinutes(): Unit = {
    def again(of: Keys): Int = {
      assertEquals(reason, wasteful(of, 1000000)(_ * 9 / 10))
      asked.size
    }
    assertEquals(2, again(keys("t", "a", "b")))
    nanos = TimeUnit.MINUTES.toNanos(10) - 1
    assertEquals(2, again(keys("t", "b", "a")))
    assertEquals(4, again(keys("t", "a")))
    assertEquals(6, again(keys("u", "a", "b")))
    nanos += 1
    assertEquals(8, again(keys("t", "a", "b")))
  }
}
