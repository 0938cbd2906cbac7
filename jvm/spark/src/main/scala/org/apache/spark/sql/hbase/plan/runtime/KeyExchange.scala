package org.apache.spark.sql.hbase.plan.runtime

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.{FilterExec, ProjectExec, SortExec, SparkPlan}
import org.apache.spark.sql.execution.adaptive.{AQEShuffleReadExec, ShuffleQueryStageExec}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike

/**
 * The last exchange of one side of a join, whose rows have all keys that the join will see, and maybe more.
 *
 * {{{
 * Filter [n > 3], HashAggregate [day], Exchange     the exchange, day; not n, which is not known there
 * }}}
 *
 * @param exchange an exchange, or the stage that adaptive execution has made of it
 * @param keys of the join over the output of the exchange, None where they are made of more than its rows
 */
private[plan] final case class KeyExchange(exchange: SparkPlan, keys: Seq[Option[Expression]])

private[plan] object KeyExchange {

  def of(side: SparkPlan, keys: Seq[Expression]): Option[KeyExchange] = find(side, keys.map(Option(_)))

  /** The side with another plan in the place of an exchange that was found in it. */
  def replaced(side: SparkPlan, exchange: SparkPlan, by: SparkPlan): SparkPlan =
    if (side eq exchange) by else side.withNewChildren(side.children.map(replaced(_, exchange, by)))

  @tailrec
  private def find(plan: SparkPlan, keys: Seq[Option[Expression]]): Option[KeyExchange] = plan match {
    case _: ShuffleExchangeLike | _: ShuffleQueryStageExec => Some(KeyExchange(plan, keys))
    case sort: SortExec => find(sort.child, keys)
    case read: AQEShuffleReadExec => find(read.child, keys)
    case filter: FilterExec => find(filter.child, keys)
    case project: ProjectExec => find(project.child, keys.map(_.flatMap(below(_, project.projectList))))
    case aggregate: BaseAggregateExec =>
      val groups = AttributeSet(aggregate.groupingExpressions.map(_.toAttribute))
      val keysOfGroups = keys.map(
        _.flatMap(below(_, aggregate.resultExpressions))
          .filter(_.references.subsetOf(groups))
          .flatMap(below(_, aggregate.groupingExpressions))
      )
      find(aggregate.child, keysOfGroups)
    case _ => None
  }

  /** An expression over the output of a list of expressions, over what these are made of. */
  private def below(expression: Expression, list: Seq[NamedExpression]): Option[Expression] = {
    val aliases = AttributeMap(list.collect { case alias: Alias => alias.toAttribute -> alias.child })
    Some(expression.transform { case a: Attribute => aliases.getOrElse(a, a) }).filter(_.deterministic)
  }
}
