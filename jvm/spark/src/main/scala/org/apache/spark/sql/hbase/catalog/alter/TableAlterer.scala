package org.apache.spark.sql.hbase.catalog.alter

import scala.annotation.tailrec

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{
  ColumnFamilyDescriptorBuilder,
  Connection,
  TableDescriptor,
  TableDescriptorBuilder
}

import org.apache.spark.sql.connector.catalog.TableChange
import org.apache.spark.sql.hbase.catalog.definition.{FamilySettings, TableProperties}
import org.apache.spark.sql.hbase.catalog.store.{MetadataStore, PhysicalTables, StoredTable, TableOwners}
import org.apache.spark.sql.hbase.client.admin.TableCoprocessor
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{CellNames, Layout, TableSchema}

/**
 * Runs ALTER TABLE: families that new columns need, then the metadata row, then what HBase keeps of the table. Only the
 * metadata row says which columns there are. It is written only if nobody else wrote it since it was read, so of two
 * sessions one has an error. Thread-safe.
 */
private[hbase] final class TableAlterer(connection: Connection) {
  private val store = new MetadataStore(connection)
  private val tables = new PhysicalTables(connection)

  /** @param before as [[MetadataStore.load]] answered */
  def alter(before: StoredTable, changes: Seq[TableChange]): StoredTable = {
    val altered = TableAlteration.of(before.schema, changes)
    if (altered.physical.nonEmpty) new TableOwners(connection).check(before.schema)
    val schema = altered.schema
    addFamilies(before.schema, schema)
    if (schema.packedCells != before.schema.packedCells) checkAlone(schema)
    if (schema.copy(schemaVersion = before.schema.schemaVersion) != before.schema && !store.replace(before, schema)) {
      throw HBaseErrors.AlterConflict.analysis("table" -> schema.fullName)
    }
    if (schema.packedCells != before.schema.packedCells) sign(schema)
    if (altered.physical.nonEmpty) setPhysical(schema, altered.physical)
    store.load(schema.namespace, schema.name).getOrElse(before.copy(schema = schema))
  }

  /** A table that others wrote is not changed. */
  private def addFamilies(before: TableSchema, after: TableSchema): Unit =
    if (after.layout == Layout.Columns && after.families != before.families) {
      val existing = descriptor(after)
      val missing = after.families.filterNot(f => existing.hasColumnFamily(CellNames.bytes(f)))
      if (after.adopted) PhysicalTables.check(after, existing)
      else if (missing.nonEmpty) {
        val model = Option(existing.getColumnFamily(CellNames.bytes(after.family)))
        val settings =
          FamilySettings.ofNewFamily(model.fold(Map.empty[String, String])(FamilySettings.of), after.layout)
        modify(after, existing)(table =>
          missing.foreach(f => table.setColumnFamily(PhysicalTables.newFamily(f, settings)))
        )
      }
    }

  /** Readers of another SQL table would meet a field that they do not know; its writers would write rows without it. */
  private def checkAlone(table: TableSchema): Unit = {
    descriptor(table)
    val others = store.mappedTo(table.hbaseTable).filterNot(_ == table.fullName)
    if (others.nonEmpty) {
      throw HBaseErrors.CannotAddPackedColumn.analysis(
        "table" -> table.fullName,
        "reason" -> "other SQL tables are mapped to the same HBase table",
        "tables" -> others.mkString(",")
      )
    }
  }

  /**
   * The HBase table tells later CREATE TABLE statements which fields its cells have. Whoever signs last has read the newest
   * version; a session that dies just before leaves the old signature, until the next column is added.
   */
  @tailrec
  private def sign(table: TableSchema): Unit = {
    val existing = descriptor(table)
    if (PhysicalTables.signature(existing).exists(_ != PhysicalTables.signature(table))) tables.sign(table, existing)
    store.load(table.namespace, table.name).map(_.schema).filter(_.id == table.id) match {
      case Some(now) if now.packedCells != table.packedCells => sign(now)
      case _ =>
    }
  }

  private def setPhysical(table: TableSchema, values: Map[String, Option[String]]): Unit = {
    val existing = descriptor(table)
    val (jar, ofFamilies) = values.partition(_._1 == TableProperties.CoprocessorJar.name)
    val defaults = FamilySettings.ofNewFamily(Map.empty, table.layout)
    if (ofFamilies.nonEmpty && table.rowPrefix.isDefined) {
      throw HBaseErrors.CannotChangeProperty.analysis(
        "table" -> table.fullName,
        "property" -> ofFamilies.keys.mkString(", "),
        "reason" -> s"it is of all rows of the HBase table, and others than those of ${TableProperties.RowPrefix.name} are not of this table"
      )
    }
    val settings = ofFamilies.map { case (name, value) => name -> value.getOrElse(defaults(name)) }
    modify(table, existing) { builder =>
      table.families.map(CellNames.bytes).filter(existing.hasColumnFamily).foreach { family =>
        val altered = ColumnFamilyDescriptorBuilder.newBuilder(existing.getColumnFamily(family))
        FamilySettings.applyTo(altered, settings)
        builder.modifyColumnFamily(altered.build())
      }
      jar.values.foreach { path =>
        path.filter(_.nonEmpty).fold(TableCoprocessor.detach(builder))(TableCoprocessor.attach(builder, _))
      }
    }
  }

  private def modify(table: TableSchema, existing: TableDescriptor)(change: TableDescriptorBuilder => Unit): Unit = {
    val builder = TableDescriptorBuilder.newBuilder(existing)
    change(builder)
    tables.modify(table, builder.build())
  }

  private def descriptor(table: TableSchema): TableDescriptor = tables
    .descriptor(TableName.valueOf(table.hbaseTable))
    .getOrElse(
      throw HBaseErrors.HBaseTableMissing.analysis("table" -> table.fullName, "hbaseTable" -> table.hbaseTable)
    )
}
