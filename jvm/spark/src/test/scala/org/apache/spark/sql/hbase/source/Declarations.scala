package org.apache.spark.sql.hbase.source

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.function.Executable

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.schema.{ColumnMapping, Place, TableSchema}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Options as Spark hands them to a source. */
private[source] object Declarations {
  def options(given: (String, String)*): CaseInsensitiveStringMap = new CaseInsensitiveStringMap(given.toMap.asJava)

  /** One line per column: where it lies. */
  def shown(schema: TableSchema): Seq[String] = schema.columns.map {
    case ColumnMapping(name, sqlType, _, place, _, _, _) =>
      place match {
        case Place.Key(position, encoding, _, form) =>
          s"$name $sqlType key $position $encoding ${form.kind}" + (if (form.width > 0) s" ${form.width}" else "")
        case Place.Cell(family, qualifier, encoding) => s"$name $sqlType cell $family:$qualifier $encoding"
        case other => s"$name $other"
      }
  }

  /** Returns the message. */
  def assertRefused(code: String, action: Executable): String = {
    val e = assertThrows(classOf[AnalysisException], action)
    assertEquals(s"SPARKSQL_HBASE.$code", e.getCondition, e.getMessage)
    e.getMessage
  }
}
