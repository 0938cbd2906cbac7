package org.apache.spark.sql.hbase.plan

import scala.io.{Codec, Source}

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** The engine's table is what Spark's ICU says of every code point. With another ICU, write these lines to the file. */
class TestLetterCaseTable {
  @Test
  def theTableIsThatOfIcu(): Unit = {
    val resource = "/org/apache/spark/sql/hbase/engine/expression/lettercase/letter-cases.txt"
    val stored = Source.fromInputStream(getClass.getResourceAsStream(resource))(Codec.UTF8)
    try assertEquals(LetterCaseTableText.lines.mkString("\n"), stored.getLines().mkString("\n"))
    finally stored.close()
  }
}
