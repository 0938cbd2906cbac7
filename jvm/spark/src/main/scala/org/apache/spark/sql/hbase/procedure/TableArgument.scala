package org.apache.spark.sql.hbase.procedure

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.types.StringType

/** The argument `table` of procedures: namespace.table, or a table of namespace default, with the catalog's name or without. */
private[procedure] object TableArgument {
  val Table: Parameter =
    Parameter("table", StringType, "namespace.table, or a table of namespace default")

  def text(arguments: InternalRow, position: Int): String =
    if (arguments.isNullAt(position)) "" else arguments.getUTF8String(position).toString

  def identifier(session: SparkSession, catalog: HBaseTableCatalog, given: String): Identifier =
    if (given.isBlank) throw unknown(catalog, given)
    else
      session.sessionState.sqlParser.parseMultipartIdentifier(given) match {
        case Seq(table) => Identifier.of(catalog.defaultNamespace, table)
        case Seq(namespace, table) => Identifier.of(Array(namespace), table)
        case Seq(name, namespace, table) if name == catalog.name => Identifier.of(Array(namespace), table)
        case _ => throw unknown(catalog, given)
      }

  def unknown(catalog: HBaseTableCatalog, given: String): Exception =
    HBaseErrors.UnknownTable.analysis("table" -> given, "catalog" -> catalog.name)
}
