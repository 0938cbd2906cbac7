package org.apache.spark.sql.hbase.read.estimate

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.plan.push.access.SourceColumn
import org.apache.spark.sql.hbase.schema.{TableSchema, TableStatistics}
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, SubPlan}

/**
 * Whether a grouping makes about a group for each row, by what `CALL system.analyze` found. It is for the first run,
 * where [[GroupingHistory]] knows nothing of it. Conditions only take rows away, so that of keys which are all
 * different the rest is too. Estimates: a wrong one costs time, not the answer.
 */
private[read] object AnalyzedGroups {

  /**
   * Returns the reason why Spark should group the rows, None if there is no known reason.
   *
   * @param subPlan whose last operator groups rows
   */
  def wasteful(subPlan: SubPlan, schema: TableSchema, statistics: TableStatistics): Option[String] =
    if (statistics.rows < GroupingHistory.MinRows) None
    else {
      val columns = keys(subPlan)
      val groups =
        if (schema.keyColumns.forall(key => columns(key.name))) statistics.rows
        else math.min(statistics.rows, columns.map(distinct(statistics, _)).reduceOption(_ max _).getOrElse(0L))
      Option.when(groups > GroupingHistory.MaxGroupsPerRow * statistics.rows)(
        s"it makes about $groups groups of ${statistics.rows} rows, as CALL system.analyze counted"
      )
    }

  /** The columns of the table among the keys: each more of them can only make more groups. */
  def keys(subPlan: SubPlan): Set[String] = {
    val last = subPlan.getOperatorsCount - 1
    val rows = subPlan.toBuilder.removeOperators(last).build()
    subPlan
      .getOperators(last)
      .getAggregate
      .getGroupByList
      .asScala
      .filter(_.getNodeCase == ProtoExpression.NodeCase.COLUMN)
      .flatMap(key => SourceColumn.of(rows, key.getColumn))
      .map(_.name)
      .toSet
  }

  private def distinct(statistics: TableStatistics, column: String): Long =
    statistics.columns.find(_.name == column).fold(0L)(_.distinct)
}
