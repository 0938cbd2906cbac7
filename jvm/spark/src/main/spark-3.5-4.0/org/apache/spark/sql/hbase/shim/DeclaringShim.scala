package org.apache.spark.sql.hbase.shim

import java.util

import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.catalog.CatalogV2Util.structTypeToV2Columns
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.types.StructType

/** Makes tables of what Spark says of them: before 4.1 it has no constraints, and our parser hands over the PRIMARY KEY. */
private[hbase] trait DeclaringShim extends DeclaringCatalog {
  import DeclaringCatalog._
  import DeclaringShim._

  override def createTable(
      ident: Identifier,
      columns: Array[Column],
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): Table = create(ident, declared(columns, partitions, properties))

  override def stageCreate(
      ident: Identifier,
      columns: Array[Column],
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): StagedTable = stage(ident, declared(columns, partitions, properties), Create)

  override def stageReplace(
      ident: Identifier,
      columns: Array[Column],
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): StagedTable = stage(ident, declared(columns, partitions, properties), Replace)

  override def stageCreateOrReplace(
      ident: Identifier,
      columns: Array[Column],
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): StagedTable = stage(ident, declared(columns, partitions, properties), CreateOrReplace)

  // Spark 3.5 has these without a body, and calls those above.

  override def createTable(
      ident: Identifier,
      schema: StructType,
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): Table = createTable(ident, structTypeToV2Columns(schema), partitions, properties)

  override def stageCreate(
      ident: Identifier,
      schema: StructType,
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): StagedTable = stageCreate(ident, structTypeToV2Columns(schema), partitions, properties)

  override def stageReplace(
      ident: Identifier,
      schema: StructType,
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): StagedTable = stageReplace(ident, structTypeToV2Columns(schema), partitions, properties)

  override def stageCreateOrReplace(
      ident: Identifier,
      schema: StructType,
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): StagedTable = stageCreateOrReplace(ident, structTypeToV2Columns(schema), partitions, properties)
}

private[hbase] object DeclaringShim {

  /** Whether Spark's grammar has PRIMARY KEY. */
  val knowsPrimaryKey: Boolean = false

  /** The capabilities of a catalog of such tables. */
  val capabilities: Seq[TableCatalogCapability] = Nil

  /** A table with the partitions and the key of another. */
  def like(source: Table, columns: Array[Column], properties: util.Map[String, String]): TableDeclaration = {
    val key = Some(source).collect { case table: TableShim if table.declaredKey.nonEmpty => table.declaredKey }
    TableDeclaration(columns.toSeq, source.partitioning.toSeq, properties, key)
  }

  private def declared(
      columns: Array[Column],
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): TableDeclaration = {
    val ofUser = new util.HashMap[String, String](properties)
    val key = Option(ofUser.remove(PrimaryKeyProperty.Name)).map(PrimaryKeyProperty.columns)
    TableDeclaration(columns.toSeq, partitions.toSeq, ofUser, key)
  }
}
