package org.apache.spark.sql.hbase.catalog.store

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.client.{Connection, TableDescriptorBuilder}
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.TableSchema

/**
 * Says which SQL tables may have an HBase table emptied, dropped or changed. The metadata row alone must not say it,
 * because everybody who creates SQL tables can write there. A statement of an administrator would go wherever the row
 * leads it. An HBase table names its owners in attributes of its descriptor, which only HBase's own rights let anyone
 * change. A SQL table needs no such word for the HBase table of its own name: who names the one names the other.
 * Thread-safe.
 */
private[hbase] final class TableOwners(connection: Connection) {
  import OwnerAttributes._

  private val tables = new PhysicalTables(connection)

  /**
   * Raises `NOT_OWNED` before a statement takes something away.
   *
   * @param table under the name by which the statement knows it
   */
  def check(table: TableSchema): Unit = if (!isNamesake(table)) tables.descriptor(table.tableName).foreach { existing =>
    if (!isOwner(existing, table)) {
      throw HBaseErrors.NotOwned.analysis(
        "table" -> table.fullName,
        "hbaseTable" -> table.hbaseTable,
        "owners" -> owners(existing).mkString(",")
      )
    }
  }

  def owns(table: TableSchema): Boolean =
    isNamesake(table) || tables.descriptor(table.tableName).exists(isOwner(_, table))

  /** Makes a SQL table an owner of its HBase table. */
  def claim(table: TableSchema): Unit =
    tables.descriptor(table.tableName).filterNot(isOwner(_, table)).foreach { existing =>
      tables.modifyUnseen(table, existing, add(TableDescriptorBuilder.newBuilder(existing), table).build())
    }

  /** Gives what a SQL table owns to the name that it gets. */
  def transfer(from: TableSchema, to: TableSchema): Unit = if (owns(from)) {
    tables.descriptor(from.tableName).filterNot(isOwner(_, to)).foreach { existing =>
      val builder = TableDescriptorBuilder.newBuilder(existing).removeValue(Bytes.toBytes(attribute(from)))
      tables.modifyUnseen(from, existing, add(builder, to).build())
    }
  }
}
