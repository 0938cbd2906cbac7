package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._
import scala.util.Try

import org.apache.hadoop.hbase.util.VersionInfo
import org.json4s.JsonAST.{JField, JInt, JObject, JValue}
import org.json4s.JsonDSL._
import org.json4s.jackson.JsonMethods.{compact, render}

import org.apache.spark.sql.hbase.client.cluster.{RegionSizes, RegionSpan}
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.plan.catalyst.Refusal
import org.apache.spark.sql.hbase.read.estimate.ExplainedStatistics
import org.apache.spark.sql.hbase.read.report.{
  ExplainedZones,
  RangeWork,
  RegionWork,
  ResidualText,
  ScanDescription,
  ShellText,
  ShownOperator,
  SparkStep,
  StepCondition
}
import org.apache.spark.sql.hbase.wire.ColumnZones
import org.apache.spark.sql.hbase.wire.plan.SubPlans
import org.apache.spark.sql.hbase.wire.proto.SubPlan
import org.apache.spark.sql.types.StructType

/**
 * The regions of a scan's table.
 *
 * @param spans in row-key order
 * @param sizes None while HBase does not tell
 * @param work of the last run by the position of the region, empty before
 * @param zones of all regions together, one entry per column
 */
private[read] final case class ExplainedRegions(
    spans: Seq[RegionSpan],
    sizes: Option[RegionSizes],
    work: Map[Int, RegionWork],
    zones: Seq[ColumnZones] = Nil
)

/**
 * All that is known of a scan, as one JSON document: what `pyspark_hbase.explain` shows. Row keys are as HBase's shell takes
 * them.
 */
private[read] object ScanExplanation {

  /** More ranges, and more regions, than anybody looks at; their numbers are told. */
  val Shown = 1000

  /**
   * @param plan whose columns the zones name by ordinal, and whose filters become less for single regions
   * @param regions None while HBase does not tell
   * @param above what Spark does with the rows of the scan, from the last step down
   */
  def of(
      scan: ScanDescription,
      table: ScannedTable,
      plan: SubPlan,
      regions: Option[ExplainedRegions],
      above: Seq[SparkStep] = Nil
  ): String = {
    val values = table.schema.map(new RowKeyText(_))
    compact(
      render(
        ("table" -> scan.table) ~
          ("hbaseTable" -> table.hbaseTable) ~
          ("rowKeys" -> scan.rowKeys) ~
          ("rangeValues" -> values.fold(Seq.empty[String])(known =>
            scan.keys.ranges.asScala.take(Shown).map(known.range).toSeq
          )) ~
          ("ranges" -> scan.keys.ranges.asScala.take(Shown).map(ShellText.range).toSeq) ~
          ("rangeCount" -> scan.keys.ranges.size) ~
          ("regionCount" -> scan.regionCount) ~
          ("regions" -> regions.map(shown(scan, remaining(table, plan), values, _))) ~
          ("otherRegions" -> regions.map(found => math.max(0, found.spans.size - Shown))) ~
          ("where" -> scan.where) ~
          ("runsInServers" -> scan.runsInServers) ~
          ("operators" -> scan.operators.map(json)) ~
          ("keyConditions" -> scan.keyConditions) ~
          ("staysInSpark" -> scan.refusals.map(json(_, above.flatMap(_.conditions)))) ~
          ("inSpark" -> above.map(json)) ~
          ("hbaseVersion" -> VersionInfo.getVersion) ~
          ("known" -> zones(table, plan, regions)) ~
          ("statistics" -> table.statistics.map(ExplainedStatistics.of(_, table.schema)))
      )
    )
  }

  private def json(shown: ShownOperator): JObject =
    ("text" -> shown.operator.text) ~ ("condition" -> shown.operator.condition) ~ ("limitsRowKeys" -> shown.narrows)

  private def json(refusal: Refusal, conditions: Seq[StepCondition]): JObject =
    ("what" -> refusal.what) ~ ("why" -> refusal.why) ~ ("operator" -> refusal.operator) ~
      ("conditions" -> conditions.filter(_.parts.exists(refusal.isOf)).map(_.text))

  private def json(step: SparkStep): JObject =
    ("operator" -> step.operator) ~ ("text" -> step.text) ~ ("conditions" -> step.conditions.map(_.text))

  private def zones(table: ScannedTable, plan: SubPlan, regions: Option[ExplainedRegions]): Seq[JValue] = {
    val columns = table.schema.fold(new StructType)(_.sparkSchema)
    regions.toSeq.flatMap(_.zones).map(ExplainedZones.json(_, plan, columns))
  }

  /** Not of a sub-plan that somebody else made: it is sent to every region as it is. */
  private def remaining(table: ScannedTable, plan: SubPlan): Option[ResidualText] =
    table.schema.flatMap(_ => Try(new ResidualText(SubPlans.parse(plan.toByteArray))).toOption)

  /**
   * Chooses the regions to show. If there are too many, these are the regions read, and of them the ones with the most
   * work.
   */
  private def shown(
      scan: ScanDescription,
      remaining: Option[ResidualText],
      values: Option[RowKeyText],
      regions: ExplainedRegions
  ): Seq[JValue] = {
    val began = regions.work.values.map(_.beganMillis).reduceOption(_ min _).getOrElse(0L)
    val all = regions.spans.zipWithIndex.map { case (span, i) =>
      (span, i, scan.keys.reachInto(span.startRow, span.stopRow), regions.work.get(i))
    }
    val wanted =
      if (all.size <= Shown) all
      else
        all.sortBy { case (_, i, isTouched, work) => (-work.fold(0L)(_.rows), !isTouched, i) }.take(Shown).sortBy(_._2)
    wanted.map { case (span, _, isTouched, work) =>
      ("start" -> ShellText.row(span.startRow)) ~
        ("startValues" -> values.filter(_ => span.startRow.nonEmpty).flatMap(_.row(span.startRow))) ~
        ("shortStart" -> values.filter(_ => span.startRow.nonEmpty).flatMap(_.valuesOnly(span.startRow))) ~
        ("host" -> span.host) ~
        ("touched" -> isTouched) ~
        ("storedBytes" -> regions.sizes.map(_.of(span))) ~
        ("remaining" -> wantedRows(scan, span).flatMap(rows => remaining.flatMap(_.of(rows)))) ~
        ("work" -> work.map(json(_, began)))
    }
  }

  /** From the first to the last one of a region. */
  private def wantedRows(scan: ScanDescription, region: RegionSpan): Option[KeyRange] =
    scan.keys.within(region.startRow, region.stopRow, 1).asScala.headOption

  private def json(work: RegionWork, began: Long): JValue = {
    val times = Seq("beganMillis" -> (work.beganMillis - began), "endedMillis" -> (work.endedMillis - began))
    JObject((times ++ RangeWork.names.zip(work.sums)).map { case (name, value) => JField(name, JInt(value)) }.toList)
  }
}
