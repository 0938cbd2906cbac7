package org.apache.spark.sql.hbase.dialect

import java.util

import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.types.IntegerType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Has every table asked for, and remembers the last change of one. */
final class RecordingCatalog extends TableCatalog {
  override def initialize(name: String, options: CaseInsensitiveStringMap): Unit = ()

  override def name(): String = "recording"

  override def loadTable(ident: Identifier): Table = new Table {
    override def name(): String = ident.toString

    override def columns(): Array[Column] = Array(Column.create("k", IntegerType))

    override def capabilities(): util.Set[TableCapability] = util.EnumSet.noneOf(classOf[TableCapability])
  }

  override def alterTable(ident: Identifier, changes: TableChange*): Table = {
    RecordingCatalog.last = Some(ident -> changes)
    loadTable(ident)
  }

  override def listTables(namespace: Array[String]): Array[Identifier] = Array.empty

  override def dropTable(ident: Identifier): Boolean = throw new UnsupportedOperationException

  override def renameTable(from: Identifier, to: Identifier): Unit = throw new UnsupportedOperationException
}

object RecordingCatalog {
  @volatile var last: Option[(Identifier, Seq[TableChange])] = None
}
