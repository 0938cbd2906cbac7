package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference, AttributeSet}
import org.apache.spark.sql.catalyst.expressions.aggregate.{Complete, Final}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.aggregate.HashAggregateExec

/**
 * An aggregation in two steps as one, over rows that are shuffled by their keys: Spark's own plan with
 * `spark.sql.execution.bypassPartialAggregation`, for one query.
 *
 * {{{
 * HashAggregate(keys=[k], functions=[sum(v)])             HashAggregate(keys=[k], functions=[sum(v)])
 *   HashAggregate(keys=[k], functions=[partial_sum(v)])     BatchScan [k, v]
 *     BatchScan [k, v]
 * }}}
 */
private[plan] object RowsForGrouping {

  /** None where a key is no column, or where states of groups are narrower than the rows. */
  def unapply(plan: SparkPlan): Option[HashAggregateExec] = plan match {
    case merging @ HashAggregateExec(_, _, _, _, _, _, _, _, partial: HashAggregateExec)
        if PushPartialAggregate.isPartial(partial) && merging.aggregateExpressions.forall(_.mode == Final) &&
          partial.groupingExpressions.nonEmpty &&
          partial.groupingExpressions.forall(_.isInstanceOf[AttributeReference]) &&
          width(rows(partial)) <= width(partial.output) =>
      Some(
        merging.copy(
          requiredChildDistributionExpressions = Some(partial.groupingExpressions),
          groupingExpressions = partial.groupingExpressions,
          aggregateExpressions = partial.aggregateExpressions.map(_.copy(mode = Complete)),
          initialInputBufferOffset = 0,
          child = partial.child
        )
      )
    case _ => None
  }

  private def rows(partial: HashAggregateExec): Seq[Attribute] =
    AttributeSet(partial.groupingExpressions ++ partial.aggregateExpressions).toSeq

  private def width(columns: Seq[Attribute]): Int = columns.map(_.dataType.defaultSize).sum
}
