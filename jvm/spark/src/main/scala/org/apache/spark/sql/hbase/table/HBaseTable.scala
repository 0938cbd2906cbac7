package org.apache.spark.sql.hbase.table

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.analysis.TimeTravelSpec
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.expressions.{LiteralValue, Transform}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.metric.{CustomMetric, CustomTaskMetric}
import org.apache.spark.sql.connector.read.ScanBuilder
import org.apache.spark.sql.connector.write.{
  LogicalWriteInfo,
  RowLevelOperationBuilder,
  RowLevelOperationInfo,
  WriteBuilder
}
import org.apache.spark.sql.hbase.bulkload.{BulkLoadTarget, BulkLoadWriteBuilder}
import org.apache.spark.sql.hbase.catalog.definition.{PhoenixTables, TableDescription, TableProperties}
import org.apache.spark.sql.hbase.catalog.store.TableOwners
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.conf.{Choice, Chosen, DecodeMode, QueryOption, QueryOptions, ReadTime, WriteOptions}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.plan.push.{PushingStrategy, RowKeyTable}
import org.apache.spark.sql.hbase.read.{HBaseScanBuilder, SourceScanBuilder}
import org.apache.spark.sql.hbase.read.partition.Bucketing
import org.apache.spark.sql.hbase.schema.{MetadataColumns, Place, StatisticsJson, TableSchema, TableStatistics}
import org.apache.spark.sql.hbase.shim.{ColumnShim, DeletionShim, ReadOptionShim, TableShim}
import org.apache.spark.sql.hbase.source.TableOptions
import org.apache.spark.sql.hbase.write.{
  HBaseRowLevelOperation,
  HBaseWriteBuilder,
  ShapeCheck,
  StreamingEpoch,
  TableDeletion,
  WriteTarget
}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * A SQL table as one statement sees it: one of [[HBaseCatalog]], or one that the options of [[HBaseSource]] declare. Immutable but
 * for what its last deletion counted.
 *
 * @param tableSchema as it is at the time
 * @param statisticsCell of the metadata table, None of a table that was not analyzed
 * @param declaredBy options, None of a table of a catalog
 * @param physical asks HBase for what else CREATE TABLE would need to make the HBase table
 * @param time that is read
 * @param refusesDuplicates two rows of one key are an error in every write
 */
final class HBaseTable(
    catalogName: String,
    val settings: ClusterSettings,
    val tableSchema: TableSchema,
    statisticsCell: Option[String] = None,
    declaredBy: Option[TableOptions] = None,
    physical: () => Map[String, String] = () => Map.empty,
    time: ReadTime = ReadTime.Present,
    val refusesDuplicates: Boolean = false
) extends TableShim
    with SupportsRead
    with SupportsWrite
    with SupportsRowLevelOperations
    with DeletionShim
    with SupportsMetadataColumns
    with RowKeyTable {

  /** Only queries look at them, so a table whose statistics are damaged can be analyzed again. */
  private lazy val statistics: Option[TableStatistics] = statisticsCell.flatMap(StatisticsJson.read(_, tableSchema))

  override def name(): String = s"$catalogName.${tableSchema.fullName}"

  override def id(): String = tableSchema.id

  override def rowKeyColumns: Seq[String] = tableSchema.keyColumns.map(_.name)

  override def version(): String = tableSchema.schemaVersion.toString

  override def columns(): Array[Column] = tableSchema.columns.map { c =>
    // Rows without a value read as NULL, whatever the default is.
    val default = c.default.map(new ColumnDefaultValue(_, new LiteralValue(null, c.sparkType)))
    ColumnShim.column(c.name, c.sparkType, c.nullable, c.comment, default, HBaseTable.idOf(c.place))
  }.toArray

  override def metadataColumns(): Array[MetadataColumn] = MetadataColumns.forSpark(tableSchema)

  /** A salt is Spark's `CLUSTERED BY`. */
  override def partitioning(): Array[Transform] =
    tableSchema.keyPrefix.filter(_.kind == KeyPrefix.Kind.SALT).toArray.map { salt =>
      Bucketing.transform(salt.size, tableSchema.prefixColumns.map(_.name))
    }

  /** Declares the primary key, unless the read returns several states of a row, which share its key. */
  override private[hbase] def declaredKey: Seq[String] = if (time.bounds.hasVersions) Nil else rowKeyColumns

  /** The time that the statement says, as Spark tells it to a catalog. */
  private[hbase] def asOf: Option[TimeTravelSpec] = time.asOf

  /** The mapping is spelled out, so that SHOW CREATE TABLE and DESCRIBE EXTENDED show what is in force. */
  override def properties(): util.Map[String, String] = allProperties

  private lazy val allProperties: util.Map[String, String] =
    (tableSchema.properties ++ TableDescription.properties(tableSchema) ++ physical() ++
      tableSchema.comment.map(TableCatalog.PROP_COMMENT -> _) ++
      statisticsCell.map(_ => TableProperties.Statistics.name -> shownStatistics) +
      (TableCatalog.PROP_PROVIDER -> "hbase")).asJava

  private def shownStatistics: String =
    try statistics.fold("not used: they are for an earlier version of the table")(_.toString)
    catch {
      case e: AnalysisException => e.getMessage
    }

  override def capabilities(): util.Set[TableCapability] =
    util.EnumSet.of(
      TableCapability.BATCH_READ,
      TableCapability.BATCH_WRITE,
      TableCapability.STREAMING_WRITE,
      TableCapability.TRUNCATE,
      TableCapability.OVERWRITE_BY_FILTER
    )

  override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder = {
    val given = checked(options, if (declaredBy.isEmpty) ReadTime.options.map(_.name) ++ sparksTimeOptions else Nil)
    // Spark loads the table once for all mentions of it with the same options.
    if (!time.isAsOf && ReadTime.of(given) != time)
      throw untold(given)
    if (Choice.Decoding.ofQuery(given).exists(c => tableSchema.undecodableAsNull != (c.value == DecodeMode.Permissive)))
      throw untold(given)
    PhoenixTables.checkRead(settings, tableSchema)
    val hasPlanner = PushingStrategy.isActive
    val columns = new HBaseScanBuilder(
      settings,
      tableSchema,
      statistics,
      coprocessorMode(given),
      time = time,
      hasPlanner = hasPlanner
    )
    if (hasPlanner) columns else new SourceScanBuilder(tableSchema, columns)
  }

  /** Spark before 4.3 does not tell a catalog the options of a read; our rules do. */
  private def untold(given: CaseInsensitiveStringMap): Exception =
    HBaseTable.stateOptions.find(option => given.containsKey(option.name)) match {
      case Some(option) =>
        HBaseErrors.InvalidOption.analysis(
          "option" -> option.name,
          "value" -> given.get(option.name),
          "reason" -> s"${name()} was loaded without it; set spark.sql.extensions to ${HBaseTable.Extensions}"
        )
      case None => new IllegalStateException(s"${name()} was loaded with options that the read does not have")
    }

  private def coprocessorMode(given: CaseInsensitiveStringMap): Chosen[CoprocessorMode] =
    Choice.Coprocessor.of(Choice.Coprocessor.ofQuery(given), tableSchema.properties, SQLConf.get)

  override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder = {
    val epoch = StreamingEpoch.of(info, this)
    val options = WriteOptions.parse(ofQuery(info.options), name(), tableSchema.layout, isStream = epoch.isDefined)
    declaredBy.foreach(_.prepareWrite(settings, tableSchema))
    if (options.bulk) new BulkLoadWriteBuilder(bulkLoadTarget.copy(nulls = options.nulls), options.parallel)
    else {
      val ofRows = options.copy(refusesDuplicates = refusesDuplicates || options.refusesDuplicates)
      val target = WriteTarget.of(settings, tableSchema, ofRows)
      new HBaseWriteBuilder(target, shape, epoch, () => checkReplace(epoch))
    }
  }

  /** Options that declare a table say upsert elsewhere, but for a streaming query, which has a mode that says complete. */
  private def checkReplace(epoch: Option[StreamingEpoch]): Unit =
    if (declaredBy.isEmpty) HBaseCluster.use(settings)(shared => new TableOwners(shared.connection).check(tableSchema))
    else if (epoch.isEmpty) {
      throw HBaseErrors.UnsupportedOverwrite.analysis("hbaseTable" -> tableSchema.hbaseTable)
    }

  /** Returns this table for the inserts of a MERGE: two rows of one key are an error. */
  def refusingDuplicates: HBaseTable =
    new HBaseTable(
      catalogName,
      settings,
      tableSchema,
      statisticsCell,
      declaredBy,
      physical,
      time,
      refusesDuplicates = true
    )

  def bulkLoadTarget: BulkLoadTarget = BulkLoadTarget(settings, tableSchema, shape, hasCatalog = declaredBy.isEmpty)

  /** DELETE, UPDATE and MERGE, but for deletes of [[canDeleteWhere]]. */
  override def newRowLevelOperationBuilder(info: RowLevelOperationInfo): RowLevelOperationBuilder = { () =>
    val mode = coprocessorMode(checked(info.options, Nil))
    new HBaseRowLevelOperation(settings, tableSchema, shape, statistics, mode, info.command)
  }

  private lazy val deletion = new TableDeletion(settings, tableSchema, shape)

  override def canDeleteWhere(predicates: Array[Predicate]): Boolean = deletion.isExact(predicates.toSeq)

  override def deleteWhere(predicates: Array[Predicate]): Unit = deletion.where(predicates.toSeq)

  override def truncateTable(): Boolean = {
    deletion.truncate()
    true
  }

  override def supportedCustomMetrics(): Array[CustomMetric] = TableDeletion.metrics

  override def reportDriverMetrics(): Array[CustomTaskMetric] = deletion.counted

  private def shape: ShapeCheck = if (declaredBy.isDefined) ShapeCheck.none else ShapeCheck.stored(tableSchema)

  /** Spark makes AS OF of them before it loads the table. */
  private def sparksTimeOptions: Seq[String] = ReadOptionShim.asOf

  /** @param others that are options too */
  private def checked(options: CaseInsensitiveStringMap, others: Seq[String]): CaseInsensitiveStringMap = {
    val given = ofQuery(options)
    QueryOptions.check(given, name(), others)
    given
  }

  /** The options of the query; those that declare the table are none of them. */
  private def ofQuery(options: CaseInsensitiveStringMap): CaseInsensitiveStringMap =
    if (declaredBy.isDefined) TableOptions.ofQuery(options) else options
}

object HBaseTable {
  private val Extensions = "org.apache.spark.sql.hbase.HBaseSparkSessionExtensions"

  /** The options of a read that choose what the table is. */
  val stateOptions: Seq[QueryOption] = ReadTime.options :+ QueryOptions.Mode

  /** By it Spark tells a column from another of the same name that took its place after a query was planned. */
  private def idOf(place: Place): String = place match {
    case Place.Key(position, _, _, _) => s"key $position"
    case Place.Cell(family, qualifier, _) => s"cell $family:$qualifier"
    case Place.FamilyMap(family, _) => s"family $family"
    case Place.StructCells(fields) => fields.map(idOf).mkString("struct ", ", ", "")
    case Place.Packed(cell, field) => s"field $cell.$field"
  }
}
