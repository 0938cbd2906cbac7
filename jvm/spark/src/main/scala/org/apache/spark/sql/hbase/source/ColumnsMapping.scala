package org.apache.spark.sql.hbase.source

import scala.util.Try

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.types.DataType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * hbase-spark's other way to say what a table holds (`HBaseTableCatalog.generateSchemaMappingMap`).
 *
 * {{{
 * hbase.table            ns:t
 * hbase.columns.mapping  id STRING :key, name STRING cf:name, price DECIMAL(9,2) cf:p
 * }}}
 */
private[hbase] object ColumnsMapping {
  import SourceOptions.{HBaseTable, get, invalid, required}

  private val Mapping = SourceOptions.ColumnsMapping

  def parse(options: CaseInsensitiveStringMap): DeclaredTable = {
    val table = TableNames.parse(HBaseTable, required(options, HBaseTable))
    val text = required(options, Mapping)
    val columns = Lists.split(text, ',').map(column)
    val keys = columns.filter(_.cell.isEmpty)
    if (keys.size > 1) {
      throw invalid(
        Mapping,
        get(options, Mapping),
        "it has several parts of the row key, which hbase-spark writes in the order of a hash table. Use option catalog, " +
          s"whose rowkey gives the order of ${keys.map(_.name).mkString(", ")}"
      )
    }
    DeclaredTable(table.getNamespaceAsString, table.getQualifierAsString, table, columns, keys.map(_.name))
  }

  private def column(text: String): DeclaredColumn = {
    val words = text.split("\\s+").toSeq
    if (words.size < 3) throw malformed(text)
    val name = words.head
    val declared = words.drop(1).dropRight(1).mkString(" ")
    val dataType: DataType = Try(CatalystSqlParser.parseDataType(declared)).getOrElse {
      throw invalid(Mapping, Some(text), s"$declared is no SQL type")
    }
    // A qualifier may hold colons, a family cannot.
    val colon = words.last.indexOf(':')
    if (colon < 0 || (colon > 0 && colon == words.last.length - 1)) throw malformed(text)
    val cell = if (colon == 0) None else Some(words.last.take(colon) -> words.last.drop(colon + 1))
    DeclaredColumn(name, dataType, cell, Some(ForeignEncodings.ofPrimitive(name, dataType)))
  }

  private def malformed(text: String): Exception =
    invalid(Mapping, Some(text), "a column is: name TYPE family:qualifier, or name TYPE :key, separated by commas")
}
