package org.apache.spark.sql.hbase.catalog.alter

import org.apache.spark.sql.connector.catalog.TableChange.{After, ColumnPosition, First}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{ColumnMapping, TableSchema}

/** The checks and steps that changes of columns, of fields and of properties have in common. */
private[alter] object AlteredColumns {

  def checkFree(table: TableSchema, name: String, except: Option[ColumnMapping] = None): Unit =
    if (table.columns.exists(c => c.name.equalsIgnoreCase(name) && !except.contains(c))) {
      throw HBaseErrors.ColumnExists.analysis("table" -> table.fullName, "column" -> name)
    }

  /** @param position null: at the end */
  def inserted(table: TableSchema, column: ColumnMapping, position: ColumnPosition): TableSchema = {
    val at = position match {
      case null => table.columns.size
      case _: First => 0
      case after: After =>
        val before = table.columns.indexWhere(_.name.equalsIgnoreCase(after.column))
        if (before < 0) throw HBaseErrors.UnknownColumn.analysis("table" -> table.fullName, "column" -> after.column)
        before + 1
    }
    table.copy(columns = table.columns.patch(at, Seq(column), 0))
  }

  def unsupported(table: TableSchema, what: String): Exception =
    HBaseErrors.UnsupportedStatement.analysis("statement" -> s"ALTER TABLE: $what", "table" -> table.fullName)
}
