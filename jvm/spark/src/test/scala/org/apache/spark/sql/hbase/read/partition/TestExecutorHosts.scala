package org.apache.spark.sql.hbase.read.partition

import java.net.InetAddress

import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals}
import org.junit.jupiter.api.Test

/** Preferred locations are hosts that executors have, by the names that Spark knows. */
class TestExecutorHosts {
  private def address(text: String): InetAddress = InetAddress.getByName(text)

  private val known = Map(
    "rs1" -> Set(address("10.0.0.1")),
    "rs1.example.com" -> Set(address("10.0.0.1"), address("fd00::1")),
    "rs2" -> Set(address("10.0.0.2")),
    "10.0.0.1" -> Set(address("10.0.0.1")),
    "fd00::1" -> Set(address("fd00::1")),
    "spark1" -> Set(address("10.0.0.9"))
  )

  private def hosts(executors: String*) = new ExecutorHosts(executors, known.getOrElse(_, Set.empty))

  @Test
  def aNameThatBothUseNeedsNoAddress(): Unit =
    assertEquals("rs1", new ExecutorHosts(Seq("rs1"), host => sys.error(s"asked for $host")).of("rs1"))

  @Test
  def theAddressOfANameIsFoundInBothDirections(): Unit = {
    assertEquals("10.0.0.1", hosts("spark1", "10.0.0.1").of("rs1"))
    assertEquals("rs1.example.com", hosts("rs1.example.com").of("10.0.0.1"))
    assertEquals("rs1", hosts("rs1").of("rs1.example.com"))
    assertEquals("fd00::1", hosts("fd00::1").of("rs1.example.com"))
  }

  @Test
  def ofTwoNamesOfOneAddressTheFirstIsTaken(): Unit =
    assertEquals("10.0.0.1", hosts("rs1.example.com", "10.0.0.1").of("rs1"))

  @Test
  def aHostWithoutExecutorIsNotPreferred(): Unit = {
    assertEquals("", hosts("spark1").of("rs1"))
    assertEquals("", hosts("spark1").of("unknown"))
    assertEquals("", hosts("unknown").of("rs1"))
    assertEquals("", hosts("rs1").of(""))
  }

  @Test
  def withoutExecutorsNothingIsAsked(): Unit =
    assertEquals("", new ExecutorHosts(Nil, host => sys.error(s"asked for $host")).of("rs1"))

  @Test
  def everyKindOfTaskIsPlaced(): Unit = {
    val scan = HBaseInputPartition(Array.empty, "rs1")
    val points = PointInputPartition(Array.empty, 0, "rs1")
    val placed = hosts("10.0.0.1").place(
      Seq(scan, points, BucketPartition(scan, 1), BucketPartition(points, 2), scan.on("rs2"), scan.on(""))
    )
    assertEquals(Seq("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.1", "", ""), placed.map(_.host))
    assertArrayEquals(Array[AnyRef]("10.0.0.1"), placed(3).preferredLocations().asInstanceOf[Array[AnyRef]])
    assertEquals(0, placed(4).preferredLocations().length)
  }

  @Test
  def localModeNeedsNone(): Unit = {
    val context = org.apache.spark.sql.hbase.plan.PlanSession.spark.sparkContext
    assertEquals("local[2]", context.master)
    assertEquals("", ExecutorHosts.ofDriver.of(context.env.blockManager.blockManagerId.host))
  }
}
