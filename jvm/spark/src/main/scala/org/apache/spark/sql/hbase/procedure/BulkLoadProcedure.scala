package org.apache.spark.sql.hbase.procedure

import java.util
import java.util.Locale

import scala.util.control.NonFatal

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException
import org.apache.spark.sql.catalyst.plans.logical.AppendData
import org.apache.spark.sql.connector.catalog.TableWritePrivilege
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.hbase.bulkload.{BulkLoadResult, InputRecords}
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.hbase.table.{BulkLoadTable, HBaseTable}
import org.apache.spark.sql.types._

/**
 * `CALL hbase.system.bulk_load(table => 'ns.t', path => 'p')`: makes rows of files, by store files. Called on the driver.
 *
 * {{{
 * CALL hbase.system.bulk_load(table => 'ns.t', path => 'p', delimiter => '|', bad_records => 'q', parallel => true)
 * CALL hbase.system.bulk_load(table => 'ns.t', path => 'p', format => 'parquet')
 * }}}
 */
private[hbase] final class BulkLoadProcedure(catalog: HBaseTableCatalog) extends CatalogProcedure {
  import BulkLoadProcedure._

  override def name(): String = "bulk_load"

  override def description(): String = "Loads files into a table by store files that HBase takes over."

  override protected def arguments: Seq[Parameter] = Seq(
    TableArgument.Table,
    Parameter("path", StringType, "a file, a folder, or a pattern of both"),
    Parameter("delimiter", StringType, "between the fields of a line of csv; a comma if it is NULL", Some("NULL")),
    Parameter("parallel", BooleanType, "load the files of a region as soon as they are written", Some("false")),
    Parameter("format", StringType, "csv, json, or any that Spark reads", Some("'csv'")),
    Parameter(
      "bad_records",
      StringType,
      "a new folder for malformed records; they are an error if it is NULL",
      Some("NULL")
    ),
    Parameter("options", MapType(StringType, StringType), "further options of Spark's reader", Some("NULL"))
  )

  override protected val output: StructType = new StructType()
    .add("rows", LongType, nullable = false)
    .add("files", IntegerType, nullable = false)
    .add("bytes", LongType, nullable = false)
    .add("malformed", LongType, nullable = false)

  override protected def run(arguments: InternalRow): InternalRow = {
    val session = SparkSession.active
    def text(ordinal: Int): Option[String] =
      if (arguments.isNullAt(ordinal)) None else Some(arguments.getUTF8String(ordinal).toString)
    val given = TableArgument.text(arguments, 0)
    val ident = TableArgument.identifier(session, catalog, given)
    val table =
      try catalog.loadTable(ident, util.EnumSet.of(TableWritePrivilege.INSERT)).asInstanceOf[HBaseTable]
      catch {
        case _: NoSuchTableException => throw TableArgument.unknown(catalog, given)
      }
    val path = text(1).filterNot(_.isBlank).getOrElse(throw invalid("path", "", "a path"))
    val format = text(4).getOrElse("csv").toLowerCase(Locale.ROOT)
    val delimiter = text(2)
    delimiter.filter(_.isEmpty).foreach(given => throw invalid("delimiter", given, "one character or more"))
    if (delimiter.isDefined && format != "csv") throw invalid("delimiter", delimiter.get, "only with format csv")
    val options = readerOptions(
      arguments
    ) ++ (if (format == "csv") Map("sep" -> delimiter.getOrElse(",")) else Map.empty[String, String])
    try {
      val (rows, malformed) = input(session, table, path, format, options, text(5))
      var loaded = BulkLoadResult(0, 0, 0)
      val parallel = !arguments.isNullAt(3) && arguments.getBoolean(3)
      val target = new BulkLoadTable(table, parallel, result => { loaded = result })
      val relation = DataSourceV2Relation.create(target, Some(catalog), Some(ident))
      session.sessionState
        .executePlan(AppendData.byName(relation, rows.queryExecution.analyzed))
        .assertCommandExecuted()
      InternalRow(loaded.rows, loaded.files, loaded.bytes, malformed)
    } catch {
      case NonFatal(e) => throw InputRecords.unwrapped(e)
    }
  }

  private def readerOptions(arguments: InternalRow): Map[String, String] =
    if (arguments.isNullAt(6)) Map.empty
    else {
      val given = arguments.getMap(6)
      given.keyArray
        .toArray[Any](StringType)
        .zip(given.valueArray.toArray[Any](StringType))
        .map { case (key, value) =>
          if (InputRecords.ReservedOptions(key.toString.toLowerCase(Locale.ROOT)) || value == null) {
            throw invalid("options", key.toString, "the argument bad_records says what happens to malformed records")
          }
          key.toString -> value.toString
        }
        .toMap
    }
}

private object BulkLoadProcedure {

  /** The rows to load, and how many records were set aside. */
  private def input(
      session: SparkSession,
      table: HBaseTable,
      path: String,
      format: String,
      options: Map[String, String],
      badRecords: Option[String]
  ): (DataFrame, Long) =
    if (InputRecords.Formats(format)) {
      val records = new InputRecords(session, table.tableSchema, path, format, options)
      badRecords match {
        case None => (records.allOrError(), 0L)
        case Some(folder) =>
          val aside = records.setAside(folder)
          (records.wellFormed(), aside)
      }
    } else {
      badRecords.foreach(given => throw invalid("bad_records", given, "only with format csv or json"))
      (session.read.format(format).options(options).load(path), 0L)
    }

  private def invalid(argument: String, value: String, expected: String): Exception =
    HBaseErrors.InvalidOption.analysis("option" -> argument, "value" -> value, "expected" -> expected)
}
