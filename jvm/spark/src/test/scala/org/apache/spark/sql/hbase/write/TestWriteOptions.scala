package org.apache.spark.sql.hbase.write

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.util.CaseInsensitiveStringMap

class TestWriteOptions {
  private def parse(options: (String, String)*): WriteOptions =
    WriteOptions.parse(new CaseInsensitiveStringMap(options.toMap.asJava), "hbase.ns.t")

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
}
