package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateFunction, Count, Max, Min, Sum}
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation
import org.apache.spark.sql.execution.{FilterExec, ProjectExec, SortExec, SparkPlan}
import org.apache.spark.sql.execution.adaptive.{AQEShuffleReadExec, ShuffleQueryStageExec}
import org.apache.spark.sql.execution.aggregate.HashAggregateExec
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec
import org.apache.spark.sql.types.{DecimalType, FractionalType, IntegralType}

/**
 * The rows by which the other side of a join is looked up.
 *
 * Before an exchange has run they are its own rows, because no one knows how much the operators above it have to do. Those
 * over a stage that has run, and is small, are computed once more for the keys:
 *
 * {{{
 * Sort [order], Filter [sum > 300], HashAggregate [order], stage     Filter, HashAggregate, stage    the orders above 300
 *                                                        Exchange    Exchange                        all orders
 * }}}
 *
 * @param exchange that the rows come from
 * @param rows a plan of no place in the logical one
 * @param keys of the join over the output of the rows, None where they are made of more than these
 */
private[plan] final case class JoinSideKeys(exchange: SparkPlan, rows: SparkPlan, keys: Seq[Option[Expression]])

private[plan] object JoinSideKeys {

  /** By which a sum of decimals is longer than they are: it overflows only if these are used up. */
  private val DigitsOfRows = 10

  /** @param side of a join, without its partners */
  def of(side: SparkPlan, keys: Seq[Expression]): Option[JoinSideKeys] =
    KeyExchange.of(side, keys).map { found =>
      def ofExchange = JoinSideKeys(found.exchange, placeless(found.exchange), found.keys)
      if (found.exchange.isInstanceOf[ShuffleQueryStageExec] && keys.forall(_.deterministic))
        copied(side).fold(ofExchange)(JoinSideKeys(found.exchange, _, keys.map(Option(_))))
      else ofExchange
    }

  /** The operators over a stage; None if one of them cannot run twice. */
  private def copied(plan: SparkPlan): Option[SparkPlan] =
    if (!plan.expressions.forall(_.deterministic)) None
    else
      plan match {
        case stage: ShuffleQueryStageExec => Some(stage)
        case sort: SortExec => copied(sort.child)
        case read: AQEShuffleReadExec => copied(read.child)
        case filter: FilterExec => copied(filter.child).map(child => placed(filter.copy(child = child)))
        case project: ProjectExec => copied(project.child).map(child => placed(project.copy(child = child)))
        case hash: HashAggregateExec if hash.aggregateExpressions.forall(a => givesTheSame(a.aggregateFunction)) =>
          copied(hash.child).map(child => placed(hash.copy(child = child)))
        case _ => None
      }

  /**
   * Whether the order in which a shuffle brings rows changes nothing. Sums of floating-point numbers round in that
   * order. So a group may pass a HAVING here and not there, and its partners would be missing.
   */
  private def givesTheSame(function: AggregateFunction): Boolean = function match {
    case _: Count => true
    case Sum(child, _) =>
      child.dataType match {
        case DecimalType.Fixed(precision, _) => precision + DigitsOfRows <= DecimalType.MAX_PRECISION
        case other => other.isInstanceOf[IntegralType]
      }
    case _: Min | _: Max =>
      !function.dataType.isInstanceOf[FractionalType] || function.dataType.isInstanceOf[DecimalType]
    case _ => false
  }

  /**
   * Returns a copy of the exchange, run once, with no place in the logical plan. Adaptive execution replaces the
   * logical plan of a stage that has run, from the first node that carries it. Without this the exchange would replace
   * the aggregation above the join's own one.
   */
  private def placeless(exchange: SparkPlan): SparkPlan = exchange match {
    case shuffle: ShuffleExchangeExec => placed(shuffle.copy())
    case other => other
  }

  private def placed(plan: SparkPlan): SparkPlan = {
    plan.setTagValue(SparkPlan.LOGICAL_PLAN_TAG, LocalRelation(plan.output))
    plan
  }
}
