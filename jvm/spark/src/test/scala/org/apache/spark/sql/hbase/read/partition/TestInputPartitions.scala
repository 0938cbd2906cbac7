package org.apache.spark.sql.hbase.read.partition

import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.RegionSpan
import org.apache.spark.sql.hbase.read.RangePlanner

class TestInputPartitions {
  private def key(i: Int): Array[Byte] = if (i == 0) Array.empty else Array(i.toByte)

  private def regions(hosts: String*)(bytes: Long*): Seq[SizedRange] =
    hosts.zip(bytes).zipWithIndex.map { case ((host, size), i) =>
      SizedRange.of(new RegionSpan(key(i), if (i == hosts.size - 1) key(0) else key(i + 1), host), size)
    }

  private def shown(partitions: Seq[HBaseInputPartition]): Seq[(String, Seq[Int])] =
    partitions.map(p => p.host -> p.ranges.map(_.startRow.headOption.fold(0)(_.toInt)).toSeq)

  private def bySize(parallelism: Int, ranges: Seq[SizedRange]) = shown(
    InputPartitions.bySize(ranges, parallelism, shortBytes = 0)
  )

  @Test
  def fewRegionsAreATaskEach(): Unit =
    assertEquals(Seq("a" -> Seq(0), "a" -> Seq(2), "b" -> Seq(1)), bySize(2, regions("a", "b", "a")(1, 1, 1)))

  @Test
  def aGivenNumberOfRegionsShareATask(): Unit =
    assertEquals(
      Seq("a" -> Seq(0, 2), "a" -> Seq(3), "b" -> Seq(1)),
      shown(InputPartitions.byCount(regions("a", "b", "a", "a")(1, 1, 1, 1), 2))
    )

  @Test
  def manyRegionsShareTasks(): Unit =
    assertEquals(Seq(4, 4), bySize(1, regions(Seq.fill(8)("a"): _*)(Seq.fill(8)(7L): _*)).map(_._2.size))

  @Test
  def tasksAreOfAboutTheSameSize(): Unit =
    assertEquals(
      Seq("a" -> Seq(0), "a" -> Seq(1, 2, 3), "a" -> Seq(4, 5)),
      bySize(2, regions(Seq.fill(6)("a"): _*)(90, 10, 10, 90, 20, 20))
    )

  @Test
  def aCoreThatIsDoneSoonHasOneTask(): Unit = {
    val table = regions(Seq.fill(12)("a"): _*)(Seq.fill(12)(10L): _*)
    def tasks(shortBytes: Long) = shown(InputPartitions.bySize(table, 2, shortBytes)).map(_._2.size)
    assertEquals(Seq(6, 6), tasks(1000))
    assertEquals(Seq(6, 6), tasks(60))
    assertEquals(Seq(4, 4, 4), tasks(40))
    assertEquals(Seq(3, 3, 3, 3), tasks(30))
    assertEquals(Seq(3, 3, 3, 3), tasks(0))
  }

  @Test
  def tasksMixHostsOnlyWhereThereAreMoreHostsThanCores(): Unit = {
    val table = regions("a", "b", "c", "d")(1, 1, 1, 1)
    assertEquals(Seq("" -> Seq(0, 1), "" -> Seq(2, 3)), bySize(1, table))
    assertEquals(4, bySize(4, table).count(_._1.nonEmpty))
  }

  @Test
  def thereAreAtMostThreeTasksPerCore(): Unit = {
    val random = new scala.util.Random(5)
    (1 to 200).foreach { _ =>
      val count = 1 + random.nextInt(100)
      val cores = 1 + random.nextInt(8)
      val table =
        regions(Seq.fill(count)(s"h${random.nextInt(12)}"): _*)(Seq.fill(count)(1L + random.nextInt(1000)): _*)
      val tasks = bySize(cores, table)
      assertTrue(tasks.size <= 3 * cores + 1, s"${tasks.size} tasks for $cores cores")
      assertEquals((0 until count).toSet, tasks.flatMap(_._2).toSet)
      assertEquals(count, tasks.map(_._2.size).sum)
    }
  }

  @Test
  def unknownHostsAreNoPreference(): Unit =
    assertEquals(0, InputPartitions.bySize(regions("")(1), 1, 0).head.preferredLocations().length)

  @Test
  def rangesOfACutRegionMeetAtTheKeys(): Unit = {
    val cut = regions("a")(90).head.cutAt(Seq(key(5), key(7)))
    assertEquals(Seq(30L, 30L, 30L), cut.map(_.bytes))
    assertEquals(Seq(true, false, false), cut.map(_.range.beginsRegion))
    cut.zip(cut.tail).foreach { case (left, right) => assertArrayEquals(left.range.stopRow, right.range.startRow) }
    assertArrayEquals(key(0), cut.head.range.startRow)
    assertArrayEquals(key(0), cut.last.range.stopRow)
    assertEquals(1, regions("a")(90).head.cutAt(Nil).size)
  }

  @Test
  def oneLargeRegionKeepsAllCoresBusy(): Unit = {
    val table = regions("a")(1000)
    assertEquals(Map(table.head -> 8), RangePlanner.toCut(table, 1, 4))
    val cut = table.head.cutAt((1 to 7).map(key))
    assertEquals(8, InputPartitions.bySize(cut, 4, 16).size)
  }

  @Test
  def rangesAreNotCutSmallerThanWanted(): Unit = {
    val table = regions("a")(1000)
    assertEquals(Map(table.head -> 2), RangePlanner.toCut(table, 400, 4))
    assertEquals(Map.empty, RangePlanner.toCut(table, 700, 4))
    // Larger than a range and a half, but not than two.
    assertEquals(Map.empty, RangePlanner.toCut(table, 600, 4))
  }

  @Test
  def aTableThatIsReadSoonIsCutForEachCoreOnce(): Unit = {
    def ranges(bytes: Long) = RangePlanner.toCut(regions("a")(bytes), 10, 4).values.headOption
    // A part of 10 bytes, a task of 160.
    assertEquals(None, ranges(14))
    assertEquals(Some(3), ranges(30))
    assertEquals(Some(4), ranges(40))
    assertEquals(Some(4), ranges(640))
    assertEquals(Some(6), ranges(960))
    assertEquals(Some(8), ranges(1280))
    assertEquals(Some(8), ranges(100000))
    assertEquals(Map.empty, RangePlanner.toCut(regions("a", "a", "a", "a")(100, 100, 100, 100), 10, 4))
  }

  @Test
  def onlyLargeRegionsAreCut(): Unit = {
    val table = regions("a", "a", "a")(1000, 10, 200)
    assertEquals(Set(table.head), RangePlanner.toCut(table, 1, 4).keySet)
    assertEquals(Map.empty, RangePlanner.toCut(regions("a", "a")(5, 5), 1, 1))
  }
}
