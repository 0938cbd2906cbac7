package org.apache.spark.sql.hbase.conf

import java.util.Locale

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.catalog.TableCatalog
import org.apache.spark.sql.hbase.error.{HBaseErrors, NearestName}
import org.apache.spark.sql.hbase.schema.Layout
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * The options of one write, as `df.writeTo("hbase.ns.t").option("write", "bulk").append()`.
 *
 * @param bulk rows become store files that HBase takes over, instead of puts
 * @param parallel files are loaded as soon as a task has written them; only with `bulk`
 * @param nulls of the rows
 * @param hasServerTime region servers give cells their time, instead of the driver
 * @param refusesDuplicates two rows of one key are an error; a bulk load always refuses them
 */
final case class WriteOptions(
    bulk: Boolean,
    parallel: Boolean,
    nulls: WrittenNulls = WrittenNulls.Delete,
    refusesDuplicates: Boolean = false,
    hasServerTime: Boolean = false
)

object WriteOptions {
  val Write = "write"
  val Parallel = "parallel"
  val Nulls = "nulls"
  val Duplicates = "duplicates"
  val Time = "time"
  private val Puts = "puts"
  private val Bulk = "bulk"
  private val Delete = "delete"
  private val Skip = "skip"
  private val Replace = "replace"
  private val Refuse = "refuse"
  private val Statement = "statement"
  private val Server = "server"

  /** Tells whether the options of a write that was not parsed yet refuse duplicates. */
  def refusesDuplicates(options: Map[String, String]): Boolean =
    options.exists { case (name, value) => name.equalsIgnoreCase(Duplicates) && value.equalsIgnoreCase(Refuse) }

  /** Options that Spark itself reads of a streaming query; it hands all of them to the sink. */
  val OfStreams: Seq[String] = Seq("checkpointLocation", "queryName")

  /** The options that state how rows are written. */
  val ofRows: Seq[String] = Seq(Write, Parallel, Nulls, Duplicates, Time)

  /** All that a write may be given. */
  val names: Seq[String] = ofRows ++ QueryOptions.all.map(_.name)

  /**
   * Reads the write options of `CREATE TABLE ... OPTIONS ('write' = 'bulk') AS SELECT` from the properties that Spark
   * makes of the statement.
   */
  def ofStatement(properties: Map[String, String]): Map[String, String] = properties.collect {
    case (name, value) if isOfStatement(name) => name.stripPrefix(TableCatalog.OPTION_PREFIX) -> value
  }

  private def isOfStatement(property: String): Boolean =
    property.startsWith(TableCatalog.OPTION_PREFIX) &&
      ofRows.exists(_.equalsIgnoreCase(property.stripPrefix(TableCatalog.OPTION_PREFIX)))

  /**
   * Refuses what it does not know: a misspelt option would silently do nothing.
   *
   * @param layout of the table
   * @param isStream the write is a micro-batch of a streaming query
   */
  def parse(options: CaseInsensitiveStringMap, table: String, layout: Layout, isStream: Boolean): WriteOptions = {
    val known = names ++ OfStreams
    options.asCaseSensitiveMap.keySet.asScala.find(key => !known.exists(_.equalsIgnoreCase(key))).foreach { key =>
      throw HBaseErrors.UnknownOption.analysis(NearestName.values("option", key, known) :+ ("table" -> table): _*)
    }
    if (!isStream) OfStreams.filter(options.containsKey).foreach { name =>
      throw invalid(
        name,
        options.get(name),
        "only in a streaming query, with a trigger of micro-batches and not a continuous one"
      )
    }
    val bulk = value(options, Write, Puts, Seq(Puts, Bulk)) == Bulk
    val parallel = value(options, Parallel, "false", Seq("true", "false")) == "true"
    if (parallel && !bulk) throw invalid(Parallel, "true", s"only with $Write=$Bulk")
    if (bulk && isStream) throw invalid(Write, Bulk, s"$Puts: an epoch is small, and store files of it would be many")
    val duplicates = value(options, Duplicates, if (bulk) Refuse else Replace, Seq(Replace, Refuse))
    if (bulk && duplicates == Replace) throw invalid(Duplicates, duplicates, s"$Refuse, or $Write=$Puts")
    if (isStream && duplicates == Refuse) throw invalid(Duplicates, duplicates, s"$Replace in a streaming query")
    val hasServerTime = value(options, Time, Statement, Seq(Statement, Server)) == Server
    if (hasServerTime && bulk) throw invalid(Time, Server, s"$Statement, or $Write=$Puts")
    if (hasServerTime && isStream) throw invalid(Time, Server, s"$Statement: an epoch that runs again has its times")
    WriteOptions(bulk, parallel, nulls(options, layout, bulk), !bulk && duplicates == Refuse, hasServerTime)
  }

  private def nulls(options: CaseInsensitiveStringMap, layout: Layout, bulk: Boolean): WrittenNulls =
    value(options, Nulls, Delete, Seq(Delete, Skip)) match {
      case Delete => WrittenNulls.Delete
      case skip if layout == Layout.Columnar =>
        throw invalid(Nulls, skip, s"$Delete: a changed row of layout columnar has all values")
      case skip if bulk && layout == Layout.Packed =>
        throw invalid(Nulls, skip, s"$Delete, or $Write=$Puts: a packed cell in a store file has all values of a row")
      case _ => WrittenNulls.Skip
    }

  /** Rows that are replaced keep nothing. */
  private[hbase] def skipOfReplacedRows: Exception =
    invalid(Nulls, Skip, s"$Delete, where rows are overwritten: nothing of those that were there stays")

  /**
   * Makes the error for time=server where cells hold a time of their own, or where one cell must come before another.
   */
  private[hbase] def serverTimeOf(table: String): Exception =
    invalid(
      Time,
      Server,
      s"$Statement: rows of $table have two times where they are overwritten, in layout columnar, and with a map over a family"
    )

  private def value(options: CaseInsensitiveStringMap, name: String, default: String, allowed: Seq[String]): String = {
    val given = options.getOrDefault(name, default)
    allowed.find(_ == given.toLowerCase(Locale.ROOT)).getOrElse(throw invalid(name, given, allowed.mkString(", ")))
  }

  private def invalid(name: String, value: String, expected: String): Exception =
    HBaseErrors.InvalidOption.analysis("option" -> name, "value" -> value, "expected" -> expected)
}
