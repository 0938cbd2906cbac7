package org.apache.spark.sql.hbase.catalog

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.function.Executable

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.connector.catalog.Column
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.hbase.catalog.definition.{PropertyParser, StructFields, TableDefinition}
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.shim.TableDeclaration
import org.apache.spark.sql.types._

/** CREATE TABLE statements as Spark hands them to a catalog. */
private[catalog] object StatementFixtures {
  val columns: Seq[Column] = Seq(
    Column.create("a", IntegerType, false),
    Column.create("b", StringType, false),
    Column.create("v", DoubleType),
    Column.create("w", BinaryType)
  )

  def statement(
      key: Seq[String] = Seq("a", "b"),
      columns: Seq[Column] = columns,
      properties: Map[String, String] = Map.empty,
      partitions: Seq[Transform] = Seq.empty
  ): TableDeclaration =
    TableDeclaration(columns, partitions, properties.asJava, Option.when(key.nonEmpty)(key))

  def schema(statement: TableDeclaration, newHBaseTable: Boolean = true, escapesKeys: Boolean = false): TableSchema =
    TableDefinition.schema(
      "default",
      "t",
      statement,
      PropertyParser.parse(statement.properties, StructFields.columnsAndFields(statement)),
      newHBaseTable,
      escapesKeys
    )

  /** Returns the message. */
  def assertRefused(code: String, action: Executable): String = {
    val e = assertThrows(classOf[AnalysisException], action)
    assertEquals(s"SPARKSQL_HBASE.$code", e.getCondition, e.getMessage)
    e.getMessage
  }
}
