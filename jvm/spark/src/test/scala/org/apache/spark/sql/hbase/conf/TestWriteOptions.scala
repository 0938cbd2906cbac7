package org.apache.spark.sql.hbase.conf

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.schema.Layout
import org.apache.spark.sql.util.CaseInsensitiveStringMap

class TestWriteOptions {
  private def parse(options: (String, String)*): WriteOptions = parse(isStream = false, options: _*)

  private def parse(isStream: Boolean, options: (String, String)*): WriteOptions =
    WriteOptions.parse(new CaseInsensitiveStringMap(options.toMap.asJava), "hbase.ns.t", Layout.Columns, isStream)

  @Test
  def putsAreWrittenUnlessAskedOtherwise(): Unit = {
    assertEquals(WriteOptions(bulk = false, parallel = false), parse())
    assertEquals(WriteOptions(bulk = false, parallel = false), parse("write" -> "puts"))
    assertEquals(WriteOptions(bulk = true, parallel = false), parse("Write" -> "BULK"))
    assertEquals(WriteOptions(bulk = true, parallel = true), parse("write" -> "bulk", "parallel" -> "true"))
  }

  @Test
  def whatIsNotKnownIsRefused(): Unit = Seq(
    Seq("wirte" -> "bulk") -> "didYouMean=write",
    Seq("write" -> "hfiles") -> "expected=\"puts, bulk\"",
    Seq("parallel" -> "true") -> "expected=\"only with write=bulk\""
  ).foreach { case (options, text) =>
    val message = assertThrows(classOf[AnalysisException], () => parse(options: _*)).getMessage
    assertTrue(message.contains(text), message)
  }

  private def ofLayout(layout: Layout, more: (String, String)*): WriteOptions = {
    val options = new CaseInsensitiveStringMap((Map("nulls" -> "skip") ++ more).asJava)
    WriteOptions.parse(options, "hbase.ns.t", layout, isStream = false)
  }

  @Test
  def nullsAreSkippedWhereTheyAreCellsOfTheirOwn(): Unit = {
    assertEquals(WriteOptions(bulk = false, parallel = false, WrittenNulls.Skip), parse("nulls" -> "skip"))
    assertEquals(
      WriteOptions(bulk = true, parallel = false, WrittenNulls.Skip),
      parse("nulls" -> "skip", "write" -> "bulk")
    )
    assertEquals(WriteOptions(bulk = false, parallel = false), parse("nulls" -> "delete"))
    Seq[(String, () => Any)](
      "expected=\"delete, skip\"" -> (() => parse("nulls" -> "empty")),
      "a changed row of layout columnar has all values" -> (() => ofLayout(Layout.Columnar)),
      "a packed cell in a store file" -> (() => ofLayout(Layout.Packed, "write" -> "bulk"))
    ).foreach { case (text, action) =>
      val message = assertThrows(classOf[AnalysisException], () => action()).getMessage
      assertTrue(message.contains(text), message)
    }
  }

  @Test
  def duplicatesAreRefusedAndTimesComeFromServersWhereAsked(): Unit = {
    assertTrue(parse("duplicates" -> "refuse").refusesDuplicates)
    assertTrue(parse("time" -> "server").hasServerTime)
    assertEquals(WriteOptions(bulk = false, parallel = false), parse("duplicates" -> "replace", "time" -> "statement"))
    Seq[(String, () => Any)](
      "expected=\"refuse, or write=puts\"" -> (() => parse("duplicates" -> "replace", "write" -> "bulk")),
      "expected=\"statement, or write=puts\"" -> (() => parse("time" -> "server", "write" -> "bulk")),
      "expected=\"replace in a streaming query\"" -> (() => parse(isStream = true, "duplicates" -> "refuse")),
      "an epoch that runs again" -> (() => parse(isStream = true, "time" -> "server"))
    ).foreach { case (text, action) =>
      val message = assertThrows(classOf[AnalysisException], () => action()).getMessage
      assertTrue(message.contains(text), message)
    }
  }

  /** Spark hands all options of a streaming query to the sink. */
  @Test
  def sparksOwnOptionsAreThoseOfStreams(): Unit = {
    val options = Seq("checkpointLocation" -> "c", "queryName" -> "q")
    assertEquals(WriteOptions(bulk = false, parallel = false), parse(isStream = true, options: _*))
    Seq[(String, () => Any)](
      "option=checkpointLocation value=c expected=\"only in a streaming query" -> (() => parse(options: _*)),
      "option=write value=bulk expected=\"puts" -> (() => parse(isStream = true, options :+ ("write" -> "bulk"): _*))
    ).foreach { case (text, action) =>
      val message = assertThrows(classOf[AnalysisException], () => action()).getMessage
      assertTrue(message.contains(text), message)
    }
  }
}
