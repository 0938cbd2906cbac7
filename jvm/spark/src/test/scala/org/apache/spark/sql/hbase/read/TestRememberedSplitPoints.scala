package org.apache.spark.sql.hbase.read

import java.io.IOException
import java.util.{List => JavaList, Optional}

import com.google.protobuf.ByteString
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.client.cluster.RegionLocations.Sized
import org.apache.spark.sql.hbase.client.cluster.RegionSpan
import org.apache.spark.sql.hbase.client.probe.RegionSplitPoints.Request

class TestRememberedSplitPoints {
  private val first = new RegionSpan(Array(), Array(5), "a")
  private val second = new RegionSpan(Array(5), Array(), "b")
  private val families = Set(ByteString.copyFromUtf8("f"))
  private val remembered = new RememberedSplitPoints
  private var asked = Seq[Request]()

  private def measured(): Sized = new Sized(JavaList.of(first, second), Optional.empty())

  /** The keys of each region tell which one it is; {@code silent} ones have none. */
  private def keys(sized: Sized, of: Set[ByteString], silent: Set[RegionSpan], requests: Request*): Seq[Seq[Int]] =
    remembered
      .of(sized, of, requests) { unknown =>
        asked = unknown
        unknown.map { request =>
          if (silent(request.region)) Nil else Seq(Array((request.region.startRow.length + request.ranges).toByte))
        }
      }
      .map(_.map(_.head.toInt))

  private def askedBy(action: => Unit): Seq[Request] = {
    asked = Nil
    action
    asked
  }

  @Test
  def aRegionIsAskedOnceUntilItIsMeasuredAgain(): Unit = {
    val sized = measured()
    val both = Seq(new Request(first, 4), new Request(second, 4))
    def check(sized: Sized): Unit = assertEquals(Seq(Seq(4), Seq(5)), keys(sized, families, Set(), both: _*))
    assertEquals(both, askedBy(check(sized)))
    assertEquals(Nil, askedBy(check(sized)))
    assertEquals(both, askedBy(check(measured())))
    assertEquals(Nil, askedBy(check(sized)))
  }

  @Test
  def otherRangesFamiliesAndRegionsAreAskedFor(): Unit = {
    val sized = measured()
    keys(sized, families, Set(), new Request(first, 4))
    val requests = Seq(new Request(second, 4), new Request(first, 4), new Request(first, 7))
    val unknown = askedBy(assertEquals(Seq(Seq(5), Seq(4), Seq(7)), keys(sized, families, Set(), requests: _*)))
    assertEquals(Seq(requests(0), requests(2)), unknown)
    assertEquals(Seq(requests(1)), askedBy(keys(sized, Set(), Set(), requests(1))))
  }

  @Test
  def aRegionThatTellsNothingIsAskedAgain(): Unit = {
    val sized = measured()
    val request = new Request(first, 4)
    assertEquals(Seq(Nil), keys(sized, families, Set(first), request))
    assertEquals(Seq(request), askedBy(assertEquals(Seq(Seq(4)), keys(sized, families, Set(), request))))
  }

  @Test
  def aQuestionThatFailsIsNotRemembered(): Unit = {
    val sized = measured()
    val request = new Request(first, 4)
    val failure = new IOException("no answer")
    assertEquals(
      failure,
      assertThrows(classOf[IOException], () => remembered.of(sized, families, Seq(request))(_ => throw failure))
    )
    assertEquals(Seq(Seq(4)), keys(sized, families, Set(), request))
  }
}
