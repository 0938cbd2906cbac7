package org.apache.spark.sql.hbase.conf

import java.util.Locale

import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{Layout, TableSchema}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** The treatment of values whose bytes are no value of their column, and of rows whose row key is none of the table. */
sealed abstract class DecodeMode(val name: String)

object DecodeMode {

  /** The table property, which `TableProperties` describes. */
  private[hbase] val TableProperty = "hbase.mode"

  /** The query ends with an error that names row, column, bytes and type; for a row key if it looks at one of its columns. */
  case object FailFast extends DecodeMode("failfast")

  /** The value is NULL and is counted; the row is in no answer and is counted. */
  case object Permissive extends DecodeMode("permissive")

  private val all = Seq(FailFast, Permissive)

  val names: Seq[String] = all.map(_.name)

  def parse(text: String): Option[DecodeMode] = all.find(_.name == text.trim.toLowerCase(Locale.ROOT))

  /** What the options of a query say; None if they say nothing. */
  def ofQuery(options: CaseInsensitiveStringMap): Option[DecodeMode] =
    Option(options.get(QueryOptions.Mode.name)).map { text =>
      parse(text).getOrElse {
        throw HBaseErrors.InvalidOption.analysis(
          "option" -> QueryOptions.Mode.name,
          "value" -> text,
          "reason" -> s"allowed: ${names.mkString(", ")}"
        )
      }
    }

  /** What the properties of a table say. */
  def ofTable(table: TableSchema): DecodeMode =
    table.properties.get(TableProperty).flatMap(parse).getOrElse(FailFast)

  /** Refuses what a table says and no query can do. */
  def check(table: TableSchema): Unit = read(table, None)

  /**
   * The table as a query reads it.
   *
   * @param query what its options say, which comes before the table's property
   */
  def read(table: TableSchema, query: Option[DecodeMode]): TableSchema = query.getOrElse(ofTable(table)) match {
    case FailFast => table
    case Permissive if table.layout == Layout.Columnar =>
      throw HBaseErrors.ColumnarTable.analysis(
        "table" -> table.fullName,
        "reason" -> s"in mode ${Permissive.name} no value of a damaged group could be told from NULL"
      )
    case Permissive => table.withUndecodableAsNull
  }
}
