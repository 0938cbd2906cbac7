package org.apache.spark.sql.hbase.catalog.store

import java.io.IOException
import java.util.regex.Pattern

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.{TableExistsException, TableName}
import org.apache.hadoop.hbase.client.{Admin, Connection, TableDescriptorBuilder}

import org.apache.spark.sql.hbase.client.cluster.{Masters, SubPlanException}
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseErrors}
import org.apache.spark.sql.hbase.schema.TableSchema

/**
 * HBase's snapshots of the HBase tables below SQL tables. An opened one is a read-only HBase table that shares the files of
 * the snapshot, so region servers read it as any table. A closed one is only a list of files. Thread-safe.
 */
private[hbase] final class Snapshots(connection: Connection) {
  import Snapshots._

  /** Makes a snapshot and waits for it. */
  def make(schema: TableSchema, snapshot: String): Unit = admin(schema, snapshot) { admin =>
    if (!admin.tableExists(schema.tableName)) {
      throw HBaseErrors.HBaseTableMissing.analysis("table" -> schema.fullName, "hbaseTable" -> schema.hbaseTable)
    }
    admin.snapshot(snapshot, schema.tableName)
  }

  /** Opens a snapshot that is there; does nothing if it is open. */
  def open(schema: TableSchema, snapshot: String): TableName = admin(schema, snapshot) { admin =>
    val found = admin.listSnapshots(Pattern.compile(Pattern.quote(snapshot))).asScala
    if (!found.exists(_.getTableName == schema.tableName)) {
      throw HBaseErrors.UnknownSnapshot
        .analysis("snapshot" -> snapshot, "table" -> schema.fullName, "hbaseTable" -> schema.hbaseTable)
    }
    val table = tableOf(schema, snapshot)
    if (!admin.tableExists(table)) {
      try admin.cloneSnapshot(snapshot, table)
      catch {
        case _: TableExistsException => // another session was faster
      }
    }
    val descriptor = admin.getDescriptor(table)
    if (!descriptor.isReadOnly) {
      admin.modifyTable(TableDescriptorBuilder.newBuilder(descriptor).setReadOnly(true).build())
    }
    table
  }

  /** Ends the use of an opened snapshot, which stays; false if it is not open. */
  def close(schema: TableSchema, snapshot: String): Boolean = admin(schema, snapshot) { admin =>
    val table = tableOf(schema, snapshot)
    val isOpen = admin.tableExists(table) && admin.getDescriptor(table).isReadOnly
    if (isOpen) new PhysicalTables(connection).drop(table)
    isOpen
  }

  /** Ends the use of all opened snapshots of a table. Without its table nobody could name them any more. */
  def closeAll(schema: TableSchema): Unit = admin(schema, "*") { admin =>
    val opened = tableOf(schema, "")
    val names = Pattern.compile(Pattern.quote(opened.getNameWithNamespaceInclAsString) + ".+")
    admin.listTableDescriptors(names, false).asScala.filter(_.isReadOnly).foreach { descriptor =>
      new PhysicalTables(connection).drop(descriptor.getTableName)
    }
  }

  /** The table with the rows of an opened snapshot. */
  def opened(schema: TableSchema, snapshot: String): TableSchema = admin(schema, snapshot) { admin =>
    val table = tableOf(schema, snapshot)
    if (!admin.tableExists(table)) {
      throw HBaseErrors.SnapshotNotOpen.analysis("snapshot" -> snapshot, "table" -> schema.fullName)
    }
    PhysicalTables.checkSnapshot(schema, admin.getDescriptor(table))
    schema.withNullableValues.copy(hbaseTable = table.getNameAsString)
  }

  private def admin[T](schema: TableSchema, snapshot: String)(action: Admin => T): T = {
    def refused(e: Exception) = HBaseErrors.SnapshotFailed.analysisCausedBy(
      e,
      "snapshot" -> snapshot,
      "table" -> schema.fullName,
      "hbaseTable" -> schema.hbaseTable,
      "reason" -> FirstLine.of(e)
    )
    try Masters.ask[T](connection, admin => action(admin))
    catch {
      case unreachable: SubPlanException => throw unreachable
      case e: IOException => throw refused(e)
      // Names that HBase does not allow.
      case e: IllegalArgumentException => throw refused(e)
    }
  }
}

private[hbase] object Snapshots {

  /** Returns the HBase table with the rows of an opened snapshot. */
  private def tableOf(schema: TableSchema, snapshot: String): TableName =
    TableName.valueOf(
      schema.tableName.getNamespaceAsString,
      s"${schema.tableName.getQualifierAsString}.snapshot.$snapshot"
    )
}
