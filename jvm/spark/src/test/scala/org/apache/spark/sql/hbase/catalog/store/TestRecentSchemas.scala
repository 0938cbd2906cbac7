package org.apache.spark.sql.hbase.catalog.store

import org.junit.jupiter.api.Assertions.{assertEquals, assertNotSame, assertSame, assertThrows}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.schema.{SchemaFixtures, SchemaJson, TableSchema}

class TestRecentSchemas {
  private val schema = SchemaFixtures.packed
  private val texts = Map(RecentSchemas.TableText -> SchemaJson.table(schema)) ++
    schema.columns.map(c => RecentSchemas.columnText(c.name) -> SchemaJson.column(c))

  private def read(texts: Map[String, String], name: String = schema.name): TableSchema =
    RecentSchemas.of(schema.namespace, name, texts)

  @Test
  def equalTextsAreReadOnce(): Unit = {
    assertEquals(schema, read(texts))
    assertSame(read(texts), read(texts.map { case (qualifier, text) => new String(qualifier) -> new String(text) }))
  }

  @Test
  def aChangedTextIsReadAnew(): Unit = {
    val changed = texts.updated(RecentSchemas.TableText, SchemaJson.table(schema.copy(schemaVersion = 7)))

    assertNotSame(read(texts), read(changed))
    assertEquals(7, read(changed).schemaVersion)
  }

  @Test
  def theNameIsThatOfTheStatement(): Unit = {
    assertEquals("other", read(texts, "other").name)
    assertEquals(schema.name, read(texts).name)
  }

  @Test
  def aDamagedRowIsAnErrorEachTime(): Unit = {
    val damaged = texts.updated(RecentSchemas.TableText, "{")

    for (_ <- 1 to 2) assertThrows(classOf[AnalysisException], () => read(damaged))
  }
}
