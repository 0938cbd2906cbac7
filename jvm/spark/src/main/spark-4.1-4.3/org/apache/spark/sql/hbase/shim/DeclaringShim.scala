package org.apache.spark.sql.hbase.shim

import java.util

import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.catalog.constraints.PrimaryKey

/** Makes tables of what Spark says of them: since 4.1 it has constraints. */
private[hbase] trait DeclaringShim extends DeclaringCatalog {
  import DeclaringCatalog._

  override def createTable(ident: Identifier, info: TableInfo): Table = create(ident, DeclaringShim.declared(info))

  override def stageCreate(ident: Identifier, info: TableInfo): StagedTable =
    stage(ident, DeclaringShim.declared(info), Create)

  override def stageReplace(ident: Identifier, info: TableInfo): StagedTable =
    stage(ident, DeclaringShim.declared(info), Replace)

  override def stageCreateOrReplace(ident: Identifier, info: TableInfo): StagedTable =
    stage(ident, DeclaringShim.declared(info), CreateOrReplace)
}

private[hbase] object DeclaringShim {

  /** Whether Spark's grammar has PRIMARY KEY. */
  val knowsPrimaryKey: Boolean = true

  /** The capabilities of a catalog of such tables. */
  val capabilities: Seq[TableCatalogCapability] = Seq(TableCatalogCapability.SUPPORT_TABLE_CONSTRAINT)

  /** A table with the partitions and the constraints of another. */
  def like(source: Table, columns: Array[Column], properties: util.Map[String, String]): TableDeclaration =
    declared(
      new TableInfo.Builder()
        .withColumns(columns)
        .withPartitions(source.partitioning)
        .withConstraints(source.constraints)
        .withProperties(properties)
        .build()
    )

  def declared(info: TableInfo): TableDeclaration = TableDeclaration(
    info.columns.toSeq,
    info.partitions.toSeq,
    info.properties,
    info.constraints.collectFirst { case key: PrimaryKey => key.columns.map(_.fieldNames.mkString(".")).toSeq },
    info.constraints.exists(!_.isInstanceOf[PrimaryKey])
  )
}
