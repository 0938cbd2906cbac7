package org.apache.spark.sql.hbase.read.partition

import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.RegionSpan

/** Row keys are two bytes; regions are cut at first bytes 10, 20 and 30. */
class TestPointPartitions {
  private def key(first: Int, second: Int = 0): Array[Byte] = Array(first.toByte, second.toByte)

  private def regions(hosts: String*): Seq[RegionSpan] = {
    val starts = Array.empty[Byte] +: hosts.indices.tail.map(i => Array((10 * i).toByte))
    val ends = starts.tail :+ Array.empty[Byte]
    hosts.indices.map(i => new RegionSpan(starts(i), ends(i), hosts(i)))
  }

  private def shown(partitions: Seq[PointInputPartition]): Seq[(String, Int, Int)] =
    partitions.map(p => (p.host, p.rowKeys.length, p.regions))

  @Test
  def fewRowKeysAreOneTask(): Unit = {
    val table = regions("a", "b", "a", "a")
    assertEquals(
      Seq(("a", 3, 2)),
      shown(PointPartitions.of(Seq(key(0), key(20), key(25)), table, 4))
    )
    assertEquals(Seq(("", 2, 2)), shown(PointPartitions.of(Seq(key(9, 9), key(10)), table, 4)))
    assertEquals(Seq(("a", 1, 1)), shown(PointPartitions.of(Seq(key(255)), table, 4)))
    assertEquals(Nil, PointPartitions.of(Nil, table, 4))
  }

  private val many = for (first <- 0 until 40; second <- 0 until 100) yield key(first, second)

  @Test
  def manyRowKeysAreATaskForEachHostAndRegionsAreCountedOnce(): Unit = {
    val tasks = PointPartitions.of(many, regions("a", "b", "a", "a"), 2)
    assertEquals(Seq(("a", 1000, 1), ("a", 1000, 1), ("a", 1000, 1), ("b", 1000, 1)), shown(tasks))
    val oneRegion = PointPartitions.of(many, regions("a"), 4)
    assertEquals(8, oneRegion.size)
    assertEquals(1, oneRegion.map(_.regions).sum)
  }

  @Test
  def tasksMixHostsOnlyWhereThereAreMoreHostsThanCores(): Unit = {
    val tasks = PointPartitions.of(many, regions("a", "b", "c", "d"), 1)
    assertEquals(Seq(("", 2000, 2), ("", 2000, 2)), shown(tasks))
  }

  @Test
  def noRowKeyIsLostOrReadTwice(): Unit = for (cores <- 1 to 9; hosts <- 1 to 4) {
    val table = regions((0 until 4).map(i => s"h${i % hosts}"): _*)
    val tasks = PointPartitions.of(many, table, cores)
    val read = tasks.flatMap(_.rowKeys).sortWith((a, b) => java.util.Arrays.compareUnsigned(a, b) < 0)
    assertEquals(many.size, read.size)
    many.zip(read).foreach { case (expected, found) => assertArrayEquals(expected, found) }
    assertEquals(4, tasks.map(_.regions).sum)
    assertTrue(tasks.size <= 2 * cores + hosts, s"${tasks.size} tasks for $cores cores")
    tasks.foreach { task =>
      assertTrue(task.rowKeys.sliding(2).forall(p => java.util.Arrays.compareUnsigned(p.head, p.last) < 0))
    }
  }
}
