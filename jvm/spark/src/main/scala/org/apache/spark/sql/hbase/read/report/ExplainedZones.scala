package org.apache.spark.sql.hbase.read.report

import scala.jdk.CollectionConverters._
import scala.util.Try

import org.apache.hadoop.hbase.TableName
import org.json4s.JsonAST.JValue
import org.json4s.JsonDSL._

import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.hbase.client.cluster.{RegionSpan, SharedConnection}
import org.apache.spark.sql.hbase.client.probe.ZonesProbe
import org.apache.spark.sql.hbase.engine.CompiledSubPlan
import org.apache.spark.sql.hbase.engine.row.ColumnRange
import org.apache.spark.sql.hbase.wire.ColumnZones
import org.apache.spark.sql.hbase.wire.plan.SubPlans
import org.apache.spark.sql.hbase.wire.proto.SubPlan
import org.apache.spark.sql.types._

/** The zones of the columns by which a sub-plan filters, as region servers hold them, in a [[ScanExplanation]]. */
private[read] object ExplainedZones extends Logging {

  /** Adds up all regions: one entry per column, and none where nobody filters by values, or nobody answers. */
  def ask(shared: SharedConnection, hbaseTable: String, plan: SubPlan, regions: Seq[RegionSpan]): Seq[ColumnZones] = {
    val answer = Try {
      val bytes = plan.toByteArray
      if (CompiledSubPlan.compile(SubPlans.parse(bytes)).newProbes().isEmpty) Nil
      else {
        val families = plan.getTable.getFamiliesList.asScala.map(_.toByteArray).asJava
        val name = TableName.valueOf(hbaseTable)
        val found = ZonesProbe.ask(shared.connection, name, families, bytes, regions.asJava)
        found.asScala.toSeq.groupBy(_.column).values.map(_.reduce(_.and(_))).toSeq.sortBy(_.column)
      }
    }
    answer.failed.foreach(e => logInfo(s"The zones of HBase table $hbaseTable are not known to EXPLAIN: $e"))
    answer.getOrElse(Nil)
  }

  /** @param columns of the table, with their types */
  def json(zones: ColumnZones, plan: SubPlan, columns: StructType): JValue = {
    val name = plan.getTable.getColumns(zones.column).getName
    val hasEnds = zones.least <= zones.greatest && zones.least != Long.MinValue && zones.greatest != Long.MaxValue
    val dataType = columns.find(_.name == name).map(_.dataType).filter(_ => hasEnds)
    ("column" -> name) ~
      ("stretches" -> zones.count) ~
      ("rejected" -> zones.rejected) ~
      ("blocks" -> zones.blocks) ~
      ("least" -> dataType.map(sql(zones.least, _))) ~
      ("greatest" -> dataType.map(sql(zones.greatest, _)))
  }

  /** As SQL writes it, from the engine's number for it. */
  private def sql(value: Long, dataType: DataType): String = dataType match {
    case BooleanType => Literal(value != 0).sql
    case DateType => Literal(value.toInt, DateType).sql
    case TimestampType | TimestampNTZType => Literal(value, dataType).sql
    case decimal: DecimalType => Literal(Decimal(value, decimal.precision, decimal.scale), decimal).sql
    case FloatType | DoubleType => ColumnRange.number(value).toString
    case _ => value.toString
  }
}
