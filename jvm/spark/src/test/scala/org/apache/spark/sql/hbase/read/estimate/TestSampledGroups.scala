package org.apache.spark.sql.hbase.read.estimate

import java.util.{Collections, Optional}

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.RegionLocations.Sized
import org.apache.spark.sql.hbase.conf.ReadTime
import org.apache.spark.sql.hbase.read.estimate.GroupingHistory.MinRows
import org.apache.spark.sql.hbase.read.estimate.SampledGroups.{FewRows, Keys, Sample}

class TestSampledGroups {
  private val groups = new SampledGroups
  private var looks = 0

  private def keys(table: String, columns: String*): Keys = Keys(table, columns.toSet, ReadTime.Present)

  private def measured(): Sized = new Sized(Collections.emptyList(), Optional.empty())

  private def wasteful(sized: Sized, of: Keys, sample: Sample): Option[String] =
    groups.wasteful(
      sized,
      of, {
        looks += 1
        sample
      }
    )

  @Test
  def aFewRowsTellThatGroupingReduces(): Unit = {
    assertTrue(Sample(FewRows, FewRows * 8 / 10).isEnough)
    assertFalse(Sample(FewRows - 1, 1).isEnough)
    assertFalse(Sample(FewRows, FewRows * 9 / 10).isEnough)
    assertFalse(Sample(MinRows - 1, MinRows - 1).isEnough)
    assertTrue(Sample(MinRows, MinRows).isEnough)
  }

  @Test
  def ofFewerRowsThanARegionServerGroupsEitherPlanIsAsGood(): Unit = {
    val sized = measured()
    assertEquals(None, wasteful(sized, keys("t", "a"), Sample(MinRows - 1, MinRows - 1)))
    assertEquals(None, wasteful(sized, keys("t", "b"), Sample(MinRows, MinRows * 8 / 10)))
    val reason = Some("100000 rows of the table make 80001 groups")
    assertEquals(reason, wasteful(sized, keys("t", "c"), Sample(MinRows, MinRows * 8 / 10 + 1)))
  }

  @Test
  def looksAtTheSameKeysOfATableOnceUntilItsRegionsAreMeasuredAgain(): Unit = {
    val all = Sample(MinRows, MinRows)
    def looksAfter(sized: Sized, of: Keys): Int = {
      assertEquals(Some("100000 rows of the table make 100000 groups"), wasteful(sized, of, all))
      looks
    }
    val first = measured()
    assertEquals(1, looksAfter(first, keys("t", "a", "b")))
    assertEquals(1, looksAfter(first, keys("t", "b", "a")))
    assertEquals(2, looksAfter(first, keys("t", "a")))
    assertEquals(3, looksAfter(first, keys("u", "a", "b")))
    assertEquals(4, looksAfter(measured(), keys("t", "a", "b")), "equal sizes, measured another time")
    assertEquals(4, looksAfter(first, keys("t", "a", "b")))
  }

  @Test
  def aLookThatFailsIsNotRemembered(): Unit = {
    val sized = measured()
    val failure = new IllegalStateException("interrupted")
    val thrown = assertThrows(
      classOf[IllegalStateException],
      () => groups.wasteful(sized, keys("t", "a"), throw failure)
    )
    assertEquals(failure, thrown)
    assertTrue(wasteful(sized, keys("t", "a"), Sample(MinRows, MinRows)).isDefined)
  }
}
