package org.apache.spark.sql.hbase.conf

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.client.scan.TimeBounds
import org.apache.spark.sql.hbase.it.SqlPage
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap

class TestReadTime {
  private def options(given: (String, String)*) = new CaseInsensitiveStringMap(given.toMap.asJava)

  private def bounds(given: (String, String)*): TimeBounds = ReadTime.of(options(given: _*)).bounds

  private def refused(given: (String, String)*)(reason: String): Unit = {
    val e = assertThrows(classOf[AnalysisException], () => ReadTime.of(options(given: _*)))
    assertEquals("SPARKSQL_HBASE.INVALID_OPTION", e.getCondition)
    assertTrue(e.getMessage.contains(reason), e.getMessage)
  }

  @Test
  def withoutOptionsAllCellsCount(): Unit = {
    assertEquals(ReadTime.Present, ReadTime.of(options()))
    assertEquals("", ReadTime.Present.text)
    assertEquals(ReadTime.Present, ReadTime.of(options("versions" -> "1", "other" -> "x", "time.unchecked" -> "FALSE")))
  }

  @Test
  def wholeNumbersAreMilliseconds(): Unit = {
    assertEquals(new TimeBounds(5, 9), bounds("time.start" -> "5", "Time.End" -> " 9 "))
    assertEquals(new TimeBounds(5, Long.MaxValue), bounds("time.start" -> "5"))
    assertEquals(new TimeBounds(0, 0), bounds("time.end" -> "-3"))
  }

  @Test
  def textsAreTimesOfTheSessionsZone(): Unit = {
    val conf = new SQLConf
    conf.setConfString("spark.sql.session.timeZone", "Asia/Kathmandu")
    SQLConf.withExistingConf(conf) {
      assertEquals(new TimeBounds(0, 1000), bounds("time.end" -> "1970-01-01 05:30:01"))
      assertEquals(new TimeBounds(0, 1000), bounds("time.end" -> "1970-01-01T00:00:01Z"))
      assertEquals(new TimeBounds(0, 0), bounds("time.end" -> "1950-01-01"))
    }
  }

  @Test
  def aTimeBetweenTwoMillisecondsTakesTheLaterOne(): Unit = assertEquals(
    new TimeBounds(1, 2),
    bounds("time.start" -> "1970-01-01 00:00:00.000001Z", "time.end" -> "1970-01-01 00:00:00.001001Z")
  )

  @Test
  def asOfTakesTheMillisecondOfTheTime(): Unit = {
    def stop(micros: Long) = ReadTime.asOf(micros, options()).bounds
    assertEquals(new TimeBounds(0, 1), stop(0))
    assertEquals(new TimeBounds(0, 1), stop(999))
    assertEquals(new TimeBounds(0, 2), stop(1000))
    assertEquals(new TimeBounds(0, 0), stop(-1))
    assertTrue(ReadTime.asOf(0, options("time.unchecked" -> "true")).isUnchecked)
  }

  @Test
  def whatMakesNoSenseIsRefused(): Unit = {
    refused("time.end" -> "tomorrow")("it is no time")
    refused("time.start" -> "9", "time.end" -> "5")("before time.start")
    refused("time.unchecked" -> "yes")("neither true nor false")
    Seq("0", "many").foreach(n => refused("versions" -> n)("no whole number of at least 1"))
    val inSnapshot =
      assertThrows(classOf[AnalysisException], () => ReadTime.ofSnapshot("s", options("time.start" -> "5")))
    assertTrue(inSnapshot.getMessage.contains("VERSION AS OF already"), inSnapshot.getMessage)
    val both =
      assertThrows(classOf[AnalysisException], () => ReadTime.asOf(0, options("time.end" -> "5")))
    assertTrue(both.getMessage.contains("TIMESTAMP AS OF already"), both.getMessage)
  }

  @Test
  def everyOptionIsDocumented(): Unit = {
    val page = SqlPage.text
    ReadTime.options.foreach(o => assertTrue(page.contains(s"| `${o.name}` | ${o.doc} |"), o.name))
  }

  @Test
  def explainShowsTheTimes(): Unit = {
    assertEquals(" in up to 3 states of each row", ReadTime.of(options("versions" -> "3")).text)
    assertEquals(" with cells of [start, 1970-01-01T00:00:00.009Z)", ReadTime.of(options("time.end" -> "9")).text)
    assertEquals(
      " with cells of [1970-01-01T00:00:00.005Z, end)",
      ReadTime.of(options("time.start" -> "5")).text
    )
  }
}
