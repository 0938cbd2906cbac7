package org.apache.spark.sql.hbase.conf

import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{Layout, TableSchema}

/** The treatment of values whose bytes are no value of their column, and of rows whose row key is none of the table. */
sealed abstract class DecodeMode(val name: String) {

  /** The table as a query in this mode reads it. */
  def read(table: TableSchema): TableSchema
}

object DecodeMode {

  /** The query ends with an error that names row, column, bytes and type; for a row key if it looks at one of its columns. */
  case object FailFast extends DecodeMode("failfast") {
    override def read(table: TableSchema): TableSchema = table
  }

  /** The value is NULL and is counted; the row is in no answer and is counted. */
  case object Permissive extends DecodeMode("permissive") {
    override def read(table: TableSchema): TableSchema =
      if (table.layout != Layout.Columnar) table.withUndecodableAsNull
      else
        throw HBaseErrors.UnsupportedInColumnarLayout.analysis(
          "table" -> table.fullName,
          "reason" -> s"in mode $name no value of a damaged group could be told from NULL"
        )
  }

  val all: Seq[DecodeMode] = Seq(FailFast, Permissive)
}
