package org.apache.spark.sql.hbase.read

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.RegionSpan

class TestInputPartitions {
  private def regions(hosts: String*): Seq[RegionSpan] = hosts.zipWithIndex.map { case (host, i) =>
    new RegionSpan(
      if (i == 0) Array.empty else Array(i.toByte),
      if (i == hosts.size - 1) Array.empty else Array((i + 1).toByte),
      host
    )
  }

  private def plan(regions: Seq[RegionSpan], perTask: Int, parallelism: Int): Seq[(String, Seq[Int])] =
    InputPartitions.plan(regions, perTask, parallelism).map { p =>
      p.host -> p.ranges.map(_.startRow.headOption.fold(0)(_.toInt)).toSeq
    }

  @Test
  def fewRegionsAreATaskEach(): Unit =
    assertEquals(Seq("a" -> Seq(0), "a" -> Seq(2), "b" -> Seq(1)), plan(regions("a", "b", "a"), 0, 2))

  @Test
  def tasksNeverMixHosts(): Unit =
    assertEquals(Seq("a" -> Seq(0, 2), "a" -> Seq(3), "b" -> Seq(1)), plan(regions("a", "b", "a", "a"), 2, 1))

  @Test
  def manyRegionsShareTasksByDefault(): Unit =
    assertEquals(Seq(4, 4), plan(regions(Seq.fill(8)("a"): _*), 0, 1).map(_._2.size))

  @Test
  def unknownHostsAreNoPreference(): Unit =
    assertEquals(0, InputPartitions.plan(regions(""), 0, 1).head.preferredLocations().length)
}
