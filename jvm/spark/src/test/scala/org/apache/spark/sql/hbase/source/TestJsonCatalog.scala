package org.apache.spark.sql.hbase.source

import java.nio.file.{Files, Path}

import org.json4s._
import org.json4s.jackson.JsonMethods
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

/** The catalogs are those of the documentation of SHC and hbase-spark, and what users get wrong in them. */
class TestJsonCatalog {
  import Declarations._

  /** Also read by the Python command that makes statements of catalogs. */
  private val golden = JsonMethods.parse(Files.readString(Path.of("../../tests/golden/json_catalog/catalogs.json")))

  private def cases(of: String): Seq[JValue] = {
    val JArray(found) = golden \ of
    assertTrue(found.nonEmpty, of)
    found
  }

  private def text(value: JValue, name: String): String = {
    val JString(found) = value \ name
    found
  }

  @Test
  def catalogsAreTables(): Unit = cases("cases").foreach { each =>
    val schema = JsonCatalog.parse(text(each, "catalog")).schema(None)
    val columns = (each \ "columns").children.map { case JString(line) => line; case other => other.toString }
    assertEquals(columns, shown(schema), text(each, "name"))
    assertTrue(schema.adopted)
  }

  @Test
  def theTableHasTheNamesOfTheCatalog(): Unit = {
    val schema = JsonCatalog.parse(text(cases("cases").head, "catalog")).schema(None)
    assertEquals(("default", "table1", "table1"), (schema.namespace, schema.name, schema.hbaseTable))
    assertEquals("cf1", schema.family)
  }

  @Test
  def theSameCatalogIsTheSameTable(): Unit = {
    val catalog = text(cases("cases").head, "catalog")
    assertEquals(JsonCatalog.parse(catalog).schema(None), JsonCatalog.parse(catalog).schema(None))
  }

  @Test
  def whatCannotBeReadExactlyIsRefusedWithTheReason(): Unit = cases("refused").foreach { each =>
    val message = assertRefused(text(each, "code"), () => JsonCatalog.parse(text(each, "catalog")).schema(None))
    assertTrue(message.contains(text(each, "says")), message)
  }

  @Test
  def namesThatHBaseDoesNotAllowAreRefused(): Unit = {
    val catalog = text(cases("cases").head, "catalog").replace("table1", "a b")
    val message = assertRefused("INVALID_OPTION", () => JsonCatalog.parse(catalog).schema(None))
    assertTrue(message.contains("option=catalog"), message)
  }
}
