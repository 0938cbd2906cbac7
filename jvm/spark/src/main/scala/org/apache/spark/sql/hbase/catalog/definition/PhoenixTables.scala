package org.apache.spark.sql.hbase.catalog.definition

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.client.{Connection, Result, Scan, TableDescriptor}

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema._

/**
 * The Phoenix features that encoding `phoenix` does not read. CREATE TABLE, ALTER TABLE and options that declare a
 * table refuse them where they can be seen.
 */
private[hbase] object PhoenixTables {

  /** Phoenix's name of its empty column, where its columns have numbers for names. */
  private val EmptyColumn = Array[Byte](0, 0, 0, 0)

  /** The prefix of the families of local indexes; the indexed family follows. */
  private val LocalIndexPrefix = "L#"

  /** Tables that have a row that can be read, by the ids of their declarations. */
  private val readable = ConcurrentHashMap.newKeySet[(ClusterSettings, String)]()

  /** Its name of the one cell that has all columns of a row. */
  private val SingleCell = "1".getBytes(UTF_8)

  /**
   * Refuses a nested column of a table of another program that has encoding phoenix, and none of its own. The default
   * would be read as something else.
   */
  def checkNested(
      table: String,
      column: String,
      sqlType: SqlType,
      ofColumn: Option[ValueEncoding],
      ofTable: Option[ValueEncoding],
      adopted: Boolean
  ): Unit =
    if (adopted && sqlType.isNested && ofColumn.isEmpty && ofTable.contains(ValueEncoding.PHOENIX)) {
      val name = s"${TableProperties.ColumnPrefix}$column.${TableProperties.ColumnEncoding.name}"
      throw refused(
        table,
        column,
        sqlType,
        "ARRAYs of Phoenix are not read; leave the column out, declare it as BINARY, or say with " +
          s"$name how another program wrote it"
      )
    }

  /**
   * Refuses a table that has one cell for all columns of a row; it shows in the first row.
   *
   * @return whether there is a row
   */
  def checkCells(schema: TableSchema, connection: Connection): Boolean =
    cell(schema).exists { case (column, family) =>
      val first = firstRow(schema, connection, family)
      if (first.exists(hasOneCell(_, family))) {
        throw refused(
          schema.fullName,
          column.name,
          column.sqlType,
          "the HBase table has one cell for all columns of a row (IMMUTABLE_STORAGE_SCHEME=SINGLE_CELL_ARRAY_WITH_OFFSETS, " +
            "Phoenix's default for immutable tables), of which only Phoenix knows the columns. Copy the rows, or let Phoenix " +
            "write them to a table made with IMMUTABLE_STORAGE_SCHEME=ONE_CELL_PER_COLUMN"
        )
      }
      first.isDefined
    }

  /**
   * Checks a table again before it is read, for it may have been empty when it was declared. Asks until there is a row.
   */
  def checkRead(settings: ClusterSettings, schema: TableSchema): Unit =
    if (schema.adopted && cell(schema).isDefined && !readable.contains(settings -> schema.id)) {
      if (HBaseCluster.use(settings)(shared => checkCells(schema, shared.connection))) {
        readable.add(settings -> schema.id)
        ()
      }
    }

  /**
   * The table without the rows of its local indexes: Phoenix keeps those in families of the same HBase table, under row keys
   * of their own. An index that is made later changes nothing, since each row has a cell in a family that is there today.
   * Nothing changes where the declaration says by which families rows exist.
   */
  def withoutLocalIndexes(schema: TableSchema, existing: TableDescriptor): TableSchema = {
    if (!schema.adopted || schema.rowFamilies.nonEmpty || !isOfPhoenix(schema)) schema
    else {
      val families = existing.getColumnFamilyNames.asScala.toSeq.map(CellNames.text(_))
      schema.copy(rowFamilies = families.filterNot(_.startsWith(LocalIndexPrefix)))
    }
  }

  private def isOfPhoenix(schema: TableSchema): Boolean = schema.columns.flatMap(_.leaves).map(_.place).exists {
    case Place.Key(_, ValueEncoding.PHOENIX, _, _) | Place.Cell(_, _, ValueEncoding.PHOENIX) => true
    case _ => false
  }

  /** The first column that is a cell in encoding phoenix, and its family. */
  private def cell(schema: TableSchema): Option[(ColumnMapping, String)] =
    schema.columns.flatMap(_.leaves).map(c => c -> c.place).collectFirst {
      case (column, Place.Cell(family, _, ValueEncoding.PHOENIX)) => column -> family
    }

  private def firstRow(schema: TableSchema, connection: Connection, family: String): Option[Result] =
    Using.resource(connection.getTable(schema.tableName)) { table =>
      val scan = new Scan().addFamily(CellNames.bytes(family)).setLimit(1).setCacheBlocks(false)
      Using.resource(table.getScanner(scan))(_.asScala.headOption)
    }

  private def hasOneCell(row: Result, family: String): Boolean =
    Seq(EmptyColumn, SingleCell).forall(row.containsColumn(CellNames.bytes(family), _))

  private def refused(table: String, column: String, sqlType: SqlType, reason: String): Exception =
    HBaseErrors.ForeignEncoding.analysis("table" -> table, "column" -> column, "type" -> sqlType, "reason" -> reason)
}
