package org.apache.spark.sql.hbase.bulkload

import java.nio.file.{Files, Path}

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.error.HBaseException
import org.apache.spark.sql.hbase.plan.PlanSession
import org.apache.spark.sql.hbase.schema.SchemaFixtures

/** Columns are k STRING NOT NULL, v DOUBLE, w BIGINT. */
class TestInputRecords {
  @TempDir
  var folder: Path = _

  private def records(format: String, options: Map[String, String], lines: String*): InputRecords = {
    val path = Files.writeString(folder.resolve(s"lines.$format"), lines.mkString("\n"))
    new InputRecords(PlanSession.spark, SchemaFixtures.columns, path.toString, format, options)
  }

  private val wrong = Seq("a,b,1", "a,1.0", "a,1.0,2,3", ",1.0,2", "a,1.0,99999999999999999999")

  @Test
  def fieldsAreInTheOrderOfTheColumns(): Unit = {
    val rows = records("csv", Map("sep" -> ";"), "a;1.5;7", "b;;", "\"c;d\";-1;0").allOrError()
    assertEquals(Seq("k", "v", "w"), rows.columns.toSeq)
    assertEquals(Seq(Row("a", 1.5, 7L), Row("b", null, null), Row("c;d", -1.0, 0L)), rows.collect().toSeq)
  }

  @Test
  def aRecordThatDoesNotFitIsAnErrorWithFileAndText(): Unit = wrong.foreach { line =>
    val rows = records("csv", Map.empty, "x,1,1", line).allOrError()
    val e = InputRecords.unwrapped(assertThrows(classOf[Exception], () => rows.collect()))
    assertEquals("SPARKSQL_HBASE.MALFORMED_INPUT", e.asInstanceOf[HBaseException].getCondition)
    assertTrue(e.getMessage.contains("lines.csv") && e.getMessage.contains(line.take(5)), e.getMessage)
  }

  @Test
  def itIsAnErrorTooWhenOnlyTheKeysAreLookedAt(): Unit = wrong.foreach { line =>
    val rows = records("csv", Map.empty, line).allOrError().select("k")
    assertThrows(classOf[Exception], () => rows.collect())
  }

  @Test
  def whatIsSetAsideIsCountedOnce(): Unit = {
    val input = records("csv", Map.empty, "x,1,1" +: wrong: _*)
    val aside = folder.resolve("aside").toString
    assertEquals(wrong.size.toLong, input.setAside(aside))
    assertEquals(Seq(Row("x", 1.0, 1L)), input.wellFormed().collect().toSeq)
    val kept = PlanSession.spark.read.json(aside).select("record").collect().map(_.getString(0)).toSet
    assertEquals(wrong.toSet, kept)
  }

  @Test
  def jsonIsReadByNames(): Unit = {
    val input = records("json", Map.empty, "{\"w\":7,\"k\":\"a\"}", "{\"k\":\"b\",\"v\":\"x\"}", "{\"v\":1.5}", "oops")
    val aside = folder.resolve("aside").toString
    assertEquals(3L, input.setAside(aside))
    assertEquals(Seq(Row("a", null, 7L)), input.wellFormed().collect().toSeq)
    val kept = PlanSession.spark.read.json(aside).select("record").collect().map(_.getString(0)).toSet
    assertEquals(Set("{\"k\":\"b\",\"v\":\"x\"}", "{\"v\":1.5}", "oops"), kept)
  }
}
