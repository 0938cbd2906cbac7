package org.apache.spark.sql.hbase.catalog.definition

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.TableDescriptor

import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.CellNames

/** The property `hbase.mapped`: a SQL table over an HBase table that is there, whose cells the statement names. */
object MappedDefinition {

  /**
   * Checks that the HBase table is there. The cells that prove that a row exists go to the family of the first column, so
   * that no other family is needed.
   *
   * @param columns names in SQL order
   */
  def complete(
      properties: TableProperties.Parsed,
      hbaseTable: TableName,
      existing: Option[TableDescriptor],
      columns: Seq[String]
  ): TableProperties.Parsed =
    if (!properties.mapped) {
      properties
    } else {
      val descriptor = existing.getOrElse {
        throw HBaseErrors.MappedTableMissing.analysis("hbaseTable" -> hbaseTable.getNameAsString)
      }
      val ofColumns = columns.flatMap(properties.columns.get).flatMap(_.family).headOption
      val family = properties.family
        .orElse(ofColumns)
        .orElse(descriptor.getColumnFamilyNames.asScala.headOption.map(CellNames.text))
      properties.copy(family = family)
    }

  /** Checks that each column outside of the key is mapped to a cell. */
  def checkColumns(table: String, valueColumns: Seq[String], properties: TableProperties.Parsed): Unit = {
    def isMapped(column: String): Boolean =
      properties.columns.get(column).exists { own =>
        own.family.isDefined && (own.qualifier.isDefined || own.wholeFamily)
      }
    val missing = valueColumns.filterNot(isMapped)
    if (properties.mapped && missing.nonEmpty) {
      throw HBaseErrors.ColumnNotMapped.analysis("table" -> table, "columns" -> missing.mkString(", "))
    }
  }
}
