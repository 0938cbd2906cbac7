package org.apache.spark.sql.hbase.read.report

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.engine.keyrange.ResidualPlan
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.wire.proto.SubPlan

/**
 * The conditions of the leading Filters of a sub-plan that are left for a part of the table, as text. Not thread-safe.
 *
 * {{{
 * a IN (1, 2, 9) AND b > 5, key (a)     rows of [1, 3)     (a IN (1, 2)), (b > 5)
 *                                       rows of [9, 10)    (b > 5)
 * }}}
 *
 * @param plan that the engine can run
 */
private[read] final class ResidualText(plan: SubPlan) {
  private val texts = new SubPlanText(plan)
  private val parts = ResidualPlan.of(plan)

  /** The conditions for `[rows.start, rows.stop)`; None where they are those of the sub-plan. */
  def of(rows: KeyRange): Option[Seq[String]] = {
    val rest = parts.within(rows.start, Option(rows.stop).getOrElse(Array.emptyByteArray))
    Option.when(rest ne plan)(
      rest.getOperatorsList.asScala.toSeq.takeWhile(_.hasFilter).map(filter => texts.of(filter.getFilter.getPredicate))
    )
  }
}
