package org.apache.spark.sql.hbase.table

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.catalog.{Table, TableCatalog}
import org.apache.spark.sql.hbase.catalog.definition.TableProperties
import org.apache.spark.sql.hbase.shim.TableDeclaration

/** `CREATE TABLE t LIKE s`: Spark hands over the columns of s and the properties of t; the rest of s is added here. */
private[hbase] object LikeStatement {

  /** The properties of s alone: the place of its rows, and properties that are only shown. */
  private val own =
    Set(
      TableProperties.Table,
      TableProperties.RowFamilies,
      TableProperties.RowPrefix,
      TableProperties.FieldsOfCells,
      TableProperties.CellsDropped,
      TableProperties.Mapping,
      TableProperties.Statistics
    ).map(_.name)

  /** Properties of the statement come first. Another source's tables give their columns only. */
  def complete(statement: TableDeclaration, source: Table): TableDeclaration = source match {
    case table: HBaseTable =>
      val ofSource = table.properties.asScala.filter { case (name, _) => name.startsWith("hbase.") && !own(name) }
      val comment = Option(table.properties.get(TableCatalog.PROP_COMMENT)).map(TableCatalog.PROP_COMMENT -> _)
      val properties = ofSource.toMap ++ comment ++ statement.properties.asScala
      statement.copy(properties = properties.asJava)
    case _ => statement
  }
}
