package org.apache.spark.sql.hbase.source

import org.apache.spark.sql.hbase.error.HBaseErrors

/**
 * Options of SHC and hbase-spark that do not say what a table holds.
 *
 * @param harmless the values that are passed over with a warning; None: every value
 * @param reason what to use instead, or why there is nothing to do
 */
private[source] final case class ForeignOption(
    name: String,
    connector: String,
    harmless: Option[Set[String]],
    reason: String
)

/**
 * Each with a decision. An option that changes what is read or written there is refused here, unless it has the value
 * that changes nothing. An option that changes how that connector does it gets a warning.
 */
private[source] object ForeignOptions {
  private val Spark = "hbase-spark"
  private val Shc = "SHC"
  private val Speed: Option[Set[String]] = None

  private def never: Option[Set[String]] = Some(Set.empty)

  private def only(value: String): Option[Set[String]] = Some(Set(value))

  val all: Seq[ForeignOption] = Seq(
    ForeignOption("hbase.spark.use.hbasecontext", Spark, Speed, "connections are shared by all queries of a process"),
    ForeignOption(
      "hbase.spark.pushdown.columnfilter",
      Spark,
      Speed,
      "conditions run in the region servers; option coprocessor = off keeps them in Spark"
    ),
    ForeignOption("hbase.spark.query.cacheblocks", Spark, Speed, "spark.sql.hbase.scanner.cacheblocks is its like"),
    ForeignOption("hbase.spark.query.cachedrows", Spark, Speed, "spark.sql.hbase.scanner.fetchsize is its like"),
    ForeignOption("hbase.spark.query.batchsize", Spark, Speed, "rows come whole, in frames of bounded size"),
    ForeignOption("hbase.spark.bulkget.size", Spark, Speed, "gets are batched by region server"),
    ForeignOption("hbase.spark.query.encoder", Spark, Speed, "it encodes values of pushed filters, not stored ones"),
    ForeignOption(
      "hbase.spark.config.location",
      Spark,
      never,
      siteOfCatalog
    ),
    ForeignOption("hbase.spark.query.timestamp", Spark, never, timeOfCells),
    ForeignOption("hbase.spark.query.timerange.start", Spark, never, timeOfCells),
    ForeignOption("hbase.spark.query.timerange.end", Spark, never, timeOfCells),
    ForeignOption("hbase.spark.query.maxVersions", Spark, only("1"), "the newest version of a cell is read"),
    ForeignOption(
      "hbaseConfigFile",
      Shc,
      never,
      siteOfCatalog
    ),
    ForeignOption("timestamp", Shc, never, timeOfCells),
    ForeignOption("minStamp", Shc, never, timeOfCells),
    ForeignOption("maxStamp", Shc, never, timeOfCells),
    ForeignOption("maxVersions", Shc, only("1"), "the newest version of a cell is read"),
    ForeignOption("mergeToLatest", Shc, only("true"), "the newest version of a cell is read"),
    ForeignOption("restrictive", Shc, only("column"), "a row exists if it has any cell, whatever columns are read")
  )

  private def timeOfCells: String =
    "the times of cells cannot be chosen by this option; a write gives all its cells the time at which it began"

  private def siteOfCatalog: String =
    "the cluster is that of hbase-site.xml on the class path, or of spark.sql.catalog.hbase.quorum and spark.sql.catalog.hbase.hbase.*"

  /** The warning for an option without effect, None if `name` is no option of another connector. */
  def check(name: String, value: String): Option[String] = all.find(_.name.equalsIgnoreCase(name)).map { option =>
    if (!option.harmless.forall(_.exists(_.equalsIgnoreCase(value)))) {
      throw HBaseErrors.UnsupportedOption.analysis(
        "option" -> option.name,
        "value" -> value,
        "of" -> option.connector,
        "reason" -> option.reason
      )
    }
    s"Option ${option.name}=$value of ${option.connector} has no effect here: ${option.reason}."
  }
}
