package org.apache.spark.sql.hbase

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.catalog.constraints.Constraint
import org.apache.spark.sql.connector.expressions.{Expressions, Transform}
import org.apache.spark.sql.connector.read.ScanBuilder
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, WriteBuilder}
import org.apache.spark.sql.hbase.catalog.{TableDescription, TableProperties}
import org.apache.spark.sql.hbase.client.ClusterSettings
import org.apache.spark.sql.hbase.codec.KeyPrefix
import org.apache.spark.sql.hbase.read.HBaseScanBuilder
import org.apache.spark.sql.hbase.schema.{StatisticsJson, TableSchema, TableStatistics}
import org.apache.spark.sql.hbase.write.HBaseWriteBuilder
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * A SQL table of [[HBaseCatalog]] as one query sees it. Immutable.
 *
 * @param statisticsCell of the metadata table, None of a table that was not analyzed
 */
final class HBaseTable(
    catalogName: String,
    val settings: ClusterSettings,
    val tableSchema: TableSchema,
    statisticsCell: Option[String] = None
) extends Table
    with SupportsRead
    with SupportsWrite {

  /** Only queries look at them, so a table whose statistics are damaged can be analyzed again. */
  private lazy val statistics: Option[TableStatistics] = statisticsCell.flatMap(StatisticsJson.read(_, tableSchema))

  override def name(): String = s"$catalogName.${tableSchema.fullName}"

  override def id(): String = tableSchema.id

  override def version(): String = tableSchema.schemaVersion.toString

  override def columns(): Array[Column] = tableSchema.columns.map { c =>
    Column.create(c.name, c.sparkType, c.nullable, c.comment.orNull, null)
  }.toArray

  /** A salt is Spark's `CLUSTERED BY`. */
  override def partitioning(): Array[Transform] =
    tableSchema.keyPrefix.filter(_.kind == KeyPrefix.Kind.SALT).toArray.map { salt =>
      Expressions.bucket(salt.size, tableSchema.prefixColumns.map(_.name): _*)
    }

  override def constraints(): Array[Constraint] = Array(
    Constraint
      .primaryKey("pk", tableSchema.keyColumns.map(c => Expressions.column(c.name)).toArray)
      .enforced(false)
      .rely(true)
      .build()
  )

  /** The mapping is spelled out, so that SHOW CREATE TABLE and DESCRIBE EXTENDED show what is in force. */
  override def properties(): util.Map[String, String] =
    (tableSchema.properties ++ TableDescription.properties(tableSchema) ++
      tableSchema.comment.map(TableCatalog.PROP_COMMENT -> _) ++
      statisticsCell.map(_ => TableProperties.Statistics.name -> shownStatistics) +
      (TableCatalog.PROP_PROVIDER -> "hbase")).asJava

  private def shownStatistics: String =
    try statistics.fold("of an earlier version of the table, not used")(_.toString)
    catch {
      case e: AnalysisException => e.getMessage
    }

  override def capabilities(): util.Set[TableCapability] =
    util.EnumSet.of(TableCapability.BATCH_READ, TableCapability.BATCH_WRITE)

  override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder = {
    refuse(options)
    new HBaseScanBuilder(settings, tableSchema, statistics)
  }

  override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder = {
    refuse(info.options)
    new HBaseWriteBuilder(settings, tableSchema)
  }

  // There are no options yet: reading and writing are set up with session settings.
  private def refuse(options: CaseInsensitiveStringMap): Unit =
    options.asCaseSensitiveMap.keySet.asScala.headOption.foreach { option =>
      val names = HBaseConf.entries.map(_.key)
      throw HBaseErrors.UnknownOption.analysis(NearestName.values("option", option, names) :+ ("table" -> name()): _*)
    }
}
