package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{AttributeSet, Expression}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.read.{ScanBuilder, SupportsPushDownRequiredColumns}
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.conf.{Chosen, ReadConf, ReadTime}
import org.apache.spark.sql.hbase.engine.keyrange.{KeyRanges, NarrowingFilters}
import org.apache.spark.sql.hbase.plan.catalyst.PushdownReport
import org.apache.spark.sql.hbase.plan.push.KeyConditions
import org.apache.spark.sql.hbase.read.partition.Bucketing
import org.apache.spark.sql.hbase.schema.{AssembledStructs, MetadataColumns, TableLayouts, TableSchema, TableStatistics}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.internal.connector.SupportsPushDownCatalystFilters
import org.apache.spark.sql.types.StructType

/**
 * Plans a scan that reads columns. It looks at predicates to estimate how much is read, and hands all of them back:
 * Spark plans dynamic pruning only above a Filter of its own. The planner strategy pushes filters and partial
 * aggregates later, with their exact types and evaluation modes. Spark asks for nested columns with the fields it
 * needs; no others leave the region servers.
 *
 * @param table as it is at the time
 * @param learns false for a scan to which Spark gives no runtime filters
 * @param hasPlanner false in a session without our extensions, see [[SourceScanBuilder]]
 */
final class HBaseScanBuilder(
    settings: ClusterSettings,
    table: TableSchema,
    statistics: Option[TableStatistics],
    coprocessor: Chosen[CoprocessorMode],
    learns: Boolean = true,
    time: ReadTime = ReadTime.Present,
    hasPlanner: Boolean = true
) extends ScanBuilder
    with SupportsPushDownCatalystFilters
    with SupportsPushDownRequiredColumns {

  private var required: StructType = table.sparkSchema
  private var conditions: Option[EstimatedConditions] = None

  override def pushFilters(filters: Seq[Expression]): Seq[Expression] = {
    val columns = AttributeSet.fromAttributeSets(filters.map(_.references)).toSeq
    val names = columns.map(_.name).toSet
    val structs = AssembledStructs.of(table, names)
    conditions =
      KeyConditions.of(filters, TableLayouts.of(table, names), columns, structs).map { case (subPlan, pushed) =>
        val narrowing = NarrowingFilters.of(subPlan).asScala.map(i => pushed(i))
        EstimatedConditions(
          KeyRanges.of(subPlan).within(table.rowRange),
          narrowing.flatMap(_.references.map(_.name)).toSet
        )
      }
    filters
  }

  override def pushedFilters: Array[Predicate] = Array.empty

  override def pruneColumns(requiredSchema: StructType): Unit = required = requiredSchema

  /** Returns the settings of the read; a read of facts that only Spark knows stays in Spark. */
  private def conf: ReadConf = {
    val given = ReadConf.of(SQLConf.get, coprocessor).copy(learns = learns, hasPlanner = hasPlanner)
    val metadata = MetadataColumns.among(table, required.fieldNames.toSet).map(_.name)
    if (metadata.nonEmpty) given.inSpark(s"it alone knows ${metadata.mkString(", ")}")
    else if (time.bounds.hasVersions) given.inSpark("it alone reads older states of rows")
    else given
  }

  /** True if a sub-plan may do more than pick columns. */
  private[read] def acceptsOperators: Boolean = conf.mode != CoprocessorMode.OFF

  override def build(): SubPlanScan = SubPlanScan(
    settings,
    ScannedTable.of(table, time, statistics, conditions),
    TableLayouts.projection(table.asRead(required), required).toByteString,
    conf,
    bucketing = Bucketing.of(table, SQLConf.get)
  )(required, isPlain = true, PushdownReport.nothing)
}
