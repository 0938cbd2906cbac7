package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Success, Try}

import org.apache.spark.internal.Logging
import org.apache.spark.sql.connector.read.Statistics
import org.apache.spark.sql.hbase.client.cluster.{RegionLocations, RegionSpan, SharedConnection}
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.engine.keyrange.NarrowingFilters
import org.apache.spark.sql.hbase.plan.catalyst.{PushedOperator, Refusal}
import org.apache.spark.sql.hbase.read.report.{
  CoprocessorState,
  CoprocessorStates,
  ExplainedZones,
  RegionsRead,
  ScanDescription,
  ShownOperator,
  SparkStep
}
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.wire.ColumnZones
import org.apache.spark.sql.hbase.wire.proto.SubPlan

/** The description and the statistics of a scan, for EXPLAIN and for Spark's planner. Thread-safe. */
private[read] final class ScanReport(read: SubPlanRead) extends Logging {
  import read.{conf, keyConditions, keys, plan, report, settings, surePlan, table}

  /** The state before a run. It is asked for once, because Spark describes a scan several times. */
  private lazy val planned: ScanDescription = describe()

  /** The state before a run, and what the last run has shown. */
  def description: ScanDescription = planned.copy(refusals = planned.refusals ++ unseen)

  private def unseen: Option[Refusal] = {
    val rows = read.lastRun.unseenRows
    Option.when(rows > 0)(
      Refusal(s"$rows rows passed keys of a join unseen, because hardly any row before them had failed")
    )
  }

  private def describe(): ScanDescription = ScanDescription(
    table.sqlName + table.time.text + modeText,
    conf.mode,
    plan.getTable.getColumnsList.asScala.find(_.hasKey).map(_.getName),
    keys.ranges,
    regionsRead,
    operators,
    report.refusals ++ ScanReport.withoutPlanner.filter(_ => !conf.hasPlanner),
    narrowingConditions,
    keys.single,
    conf.modeSetBy,
    coprocessor
  )

  /**
   * The document of [[ScanExplanation]].
   *
   * @param above what Spark does with the rows
   */
  def document(above: Seq[SparkStep]): String = {
    val regions = read.lastRun.explained(Try(HBaseCluster.use(settings)(measured)).toOption)
    val now = describe()
    val known = now.copy(refusals = now.refusals ++ unseen)
    ScanExplanation.of(known, table, surePlan, regions.map(found => found.copy(zones = zones(found))), above)
  }

  /** Estimated once: Spark asks several times while it plans one query. */
  lazy val estimated: Statistics = {
    val sized = HBaseCluster.use(settings)(measured)
    PlannedStatistics.of(sized, table, table.conditions.fold(keys.ranges)(_.keys), read.readSchema)
  }

  private def zones(regions: ExplainedRegions): Seq[ColumnZones] = {
    val asked = regions.spans.filter(span => keys.ranges.reachInto(span.startRow, span.stopRow))
    if (conf.mode == CoprocessorMode.OFF) Nil
    else HBaseCluster.use(settings)(ExplainedZones.ask(_, table.hbaseTable, surePlan, asked))
  }

  private def modeText: String =
    if (plan.getTable.getUndecodableAsNull) " with NULL for what does not decode, without rows whose row keys do not"
    else ""

  /** The coprocessor as HBase tells of it; nobody asks for a query that does not use it. */
  private def coprocessor: Option[CoprocessorState] =
    if (conf.mode == CoprocessorMode.OFF) None
    else regions.toOption.flatMap(CoprocessorStates.of(settings, table.hbaseTable, _))

  /** The report names the first operators of the sub-plan, each by itself. */
  private def operators: Seq[ShownOperator] =
    if (report.operators.isEmpty)
      Seq(ShownOperator(PushedOperator(read.readSchema.fieldNames.mkString("Columns(", ", ", ")")), narrows = false))
    else {
      val narrowing =
        if (keyConditions.isDefined) Set.empty[Int] else NarrowingFilters.of(surePlan).asScala.map(_.toInt).toSet
      report.operators.zipWithIndex.map { case (operator, i) => ShownOperator(operator, narrowing(i)) }
    }

  /** The conditions among those that only limit the row keys. */
  private def narrowingConditions: Seq[String] = keyConditions.toSeq.flatMap { conditions =>
    NarrowingFilters.of(SubPlan.parseFrom(conditions)).asScala.map(i => report.keyConditions(i))
  }

  /** A plan can be shown though HBase does not answer; whoever runs it gets the error. */
  private def regionsRead: Option[RegionsRead] = regions match {
    case Success(all) => Some(RegionsRead.of(all, keys.ranges))
    case Failure(e) =>
      logInfo(s"The regions of table ${table.sqlName} are not known to EXPLAIN: ${e.getMessage}")
      None
  }

  private def regions: Try[Seq[RegionSpan]] = Try {
    HBaseCluster.use(settings) { shared =>
      TableRegions.of(shared.regionLocations, table, conf.partitionExpirationSeconds)
    }
  }

  private def measured(shared: SharedConnection): RegionLocations.Sized =
    TableRegions.sized(shared.regionLocations, table, conf.partitionExpirationSeconds)
}

private object ScanReport {

  /** The reason for all that Spark does not even offer. */
  private val withoutPlanner = Some(
    Refusal(
      "this session lacks our extensions (spark.sql.extensions): Spark offers conditions, limits, simple aggregates"
    )
  )
}
