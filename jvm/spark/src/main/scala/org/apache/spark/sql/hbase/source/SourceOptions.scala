package org.apache.spark.sql.hbase.source

import scala.jdk.CollectionConverters._

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.conf.WriteOptions
import org.apache.spark.sql.hbase.error.{HBaseErrors, NearestName}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** One option of `format("hbase")`. */
final case class SourceOption(name: String, doc: String)

/**
 * The options of `format("hbase")`, each defined once: those that say where the table is and what it holds, and those of
 * other connectors. What another connector's option would do to an answer is done here, or the option is refused. One
 * that only changes how fast that connector is gets a warning.
 */
object SourceOptions extends Logging {
  val Quorum: SourceOption =
    SourceOption("quorum", "ZooKeeper servers, host:port[,host:port...]. Default: the settings of the catalog hbase.")
  val Site: SourceOption =
    SourceOption("site", "Path of the cluster's hbase-site.xml, in place of quorum or beside it.")
  val HBaseTableName: SourceOption = SourceOption("hbaseTableName", "The HBase table, namespace:table.")
  val SubPlan: SourceOption = SourceOption(
    "subPlan",
    "A serialized pyspark_hbase.v1.SubPlan in Base64, attached to the scans byte for byte; its output is what is read."
  )
  val RowPrefix: SourceOption = SourceOption(
    "rowPrefix",
    "With subPlan: bytes in Base64 that row keys start with; others are not read. Default: every row key is read."
  )

  val Namespace: SourceOption =
    SourceOption(
      "namespace",
      "With colsSeq: HBase namespace of hbaseTableName, unless that names one. Default: default."
    )
  val SqlTableName: SourceOption =
    SourceOption("tableName", "With colsSeq: name of the table in plans and errors. Default: that of the HBase table.")
  val ColsSeq: SourceOption = SourceOption("colsSeq", "All columns in order: a,b,c.")
  val KeyCols: SourceOption =
    SourceOption("keyCols", "With colsSeq: the columns of the row key in its order: a,TYPE;b,TYPE.")
  val NonKeyCols: SourceOption =
    SourceOption("nonKeyCols", "With colsSeq: the other columns: c,TYPE,family,qualifier;... Default: none.")
  val EncodingFormat: SourceOption = SourceOption(
    "encodingFormat",
    "With colsSeq: binaryformat or stringformat for rows that Astro (Spark SQL on HBase 1.0) has written. Default: encoding " +
      "ordered, as in tables that this connector creates."
  )

  val Catalog: SourceOption =
    SourceOption("catalog", "The JSON catalog of SHC and hbase-spark, with coder PrimitiveType.")
  val HBaseTable: SourceOption =
    SourceOption("hbase.table", "hbase-spark: the HBase table, with hbase.columns.mapping.")
  val ColumnsMapping: SourceOption =
    SourceOption("hbase.columns.mapping", "hbase-spark: name TYPE :key, name TYPE family:qualifier, ...")
  val HBaseConfiguration: SourceOption =
    SourceOption(
      "hbaseConfiguration",
      "SHC: settings hbase.* and zookeeper.* of HBase's client as JSON. Not together with quorum."
    )
  val NewTable: SourceOption = SourceOption(
    "newtable",
    "With catalog or hbase.columns.mapping: a write creates the HBase table, if it is not there, with so many regions."
  )
  val SplitStart: SourceOption = SourceOption(
    "minTableSplitPoint",
    "SHC: first split point of a new table (hbase-spark: regionStart). Default: aaaaaa if row keys begin with text, else " +
      "all possible row keys are split evenly."
  )
  val SplitEnd: SourceOption =
    SourceOption(
      "maxTableSplitPoint",
      "SHC: last split point of a new table (hbase-spark: regionEnd). Default: zzzzzz."
    )

  /** hbase-spark's names. */
  private val Synonyms = Map("regionstart" -> SplitStart, "regionend" -> SplitEnd)

  /** In the order of the documentation. */
  val all: Seq[SourceOption] = Seq(
    Quorum,
    Site,
    HBaseTableName,
    SubPlan,
    RowPrefix,
    ColsSeq,
    KeyCols,
    NonKeyCols,
    Namespace,
    SqlTableName,
    EncodingFormat,
    Catalog,
    HBaseTable,
    ColumnsMapping,
    HBaseConfiguration,
    NewTable,
    SplitStart,
    SplitEnd
  )

  /** Names in lower case of all options that say what the table is, not how it is read. */
  private val defining: Set[String] =
    (all.map(_.name) ++ Synonyms.keys ++ ForeignOptions.all.map(_.name)).map(lower).toSet

  /** Prefixes of settings of HBase's client that are options as they are; other names `hbase.*` say what the table is. */
  val ClientPrefixes: Seq[String] = Seq(
    "zookeeper.",
    "hbase.client.",
    "hbase.ipc.",
    "hbase.master.",
    "hbase.masters",
    "hbase.meta.",
    "hbase.regionserver.",
    "hbase.rpc.",
    "hbase.security.",
    "hbase.zookeeper."
  )

  private def isClientSetting(name: String): Boolean = ClientPrefixes.exists(lower(name).startsWith)

  /** The settings of HBase's client among the options. */
  def clientSettings(options: CaseInsensitiveStringMap): Map[String, String] =
    options.asCaseSensitiveMap.asScala.filter { case (name, _) => isClientSetting(name) }.toMap

  /** Tells whether an option, in lower case, says what the table is or where, and not how it is read. */
  def isDefining(name: String): Boolean = defining(name) || isClientSetting(name)

  def isGiven(options: CaseInsensitiveStringMap, option: SourceOption): Boolean = get(options, option).isDefined

  def get(options: CaseInsensitiveStringMap, option: SourceOption): Option[String] =
    (option.name +: Synonyms.collect { case (name, `option`) => name }.toSeq)
      .flatMap(n => Option(options.get(n)))
      .headOption

  def required(options: CaseInsensitiveStringMap, option: SourceOption): String =
    get(options, option).getOrElse(throw invalid(option, None, "it is required"))

  /**
   * Refuses options that do not exist, or that this connector cannot follow. Those of a query or a write are looked at again
   * when it is known which of the two there is.
   */
  def check(options: CaseInsensitiveStringMap): Unit = {
    val known = all.map(_.name) ++ Synonyms.keys ++ ForeignOptions.all.map(_.name) ++ WriteOptions.names ++
      WriteOptions.OfStreams
    options.asCaseSensitiveMap.asScala.foreach { case (name, value) =>
      if (!known.exists(_.equalsIgnoreCase(name)) && !isClientSetting(name)) {
        throw HBaseErrors.UnknownOption.analysis(NearestName.values("option", name, known): _*)
      }
      ForeignOptions.check(name, value).foreach(warning => logWarning(warning))
    }
  }

  /** Refuses options that mean nothing beside `way`, which says what the table is. */
  def refuse(options: CaseInsensitiveStringMap, way: SourceOption, others: Seq[SourceOption]): Unit =
    others.find(isGiven(options, _)).foreach { other =>
      throw invalid(other, get(options, other), s"it says nothing together with ${way.name}; leave out one of them")
    }

  def invalid(option: SourceOption, value: Option[String], reason: String): Exception =
    HBaseErrors.InvalidOption.analysis(
      (Seq("option" -> option.name) ++ value.map("value" -> _) :+ ("reason" -> reason)): _*
    )

  private def lower(name: String): String = name.toLowerCase(java.util.Locale.ROOT)
}
