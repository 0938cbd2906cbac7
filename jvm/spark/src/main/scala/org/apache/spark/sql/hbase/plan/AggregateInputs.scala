package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, AggregateFunction}
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, Project}

/**
 * For an aggregation that stays in Spark: inputs of its functions that are narrower than the columns that they are made of,
 * as columns of a projection below, which can then be computed where the rows are.
 *
 * {{{
 * Aggregate [carrier], [collect_list(length(origin))]      Aggregate [carrier], [collect_list(input)]
 *   Relation [carrier, origin]                               Project [carrier, length(origin) AS input]
 *                                                              Relation [carrier, origin]
 * }}}
 */
object AggregateInputs {

  /**
   * The aggregation over such a projection, None if no input is computed where the rows are.
   *
   * @param access plans a chain of projections and filters over our table
   */
  def computed(aggregate: Aggregate, access: Project => Option[TableAccess]): Option[Aggregate] =
    for {
      all <- Some(inputs(aggregate)).filter(_.nonEmpty)
      below <- access(projection(aggregate, all))
      ids = PushedAccess.rows(below).computed.map(_.exprId).toSet
      pushed <- Some(all.filter(alias => ids.contains(alias.exprId))).filter(_.nonEmpty)
    } yield over(aggregate, pushed).copy(child = projection(aggregate, pushed))

  /** One column for each expression that is an input, however often. */
  private def inputs(aggregate: Aggregate): Seq[Alias] = {
    val functions = aggregate.aggregateExpressions.flatMap(_.collect { case call: AggregateExpression => call })
    val computed = functions.flatMap(_.aggregateFunction.children).filter(isComputed)
    computed.distinctBy(_.canonicalized).map(Alias(_, "input")())
  }

  private def isComputed(input: Expression): Boolean =
    input.deterministic && input.references.nonEmpty && !input.isInstanceOf[Attribute]

  private def projection(aggregate: Aggregate, inputs: Seq[Alias]): Project = {
    val needed = over(aggregate, inputs).references
    Project(aggregate.child.output.filter(needed.contains) ++ inputs, aggregate.child)
  }

  /** The aggregation with columns in place of the inputs. */
  private def over(aggregate: Aggregate, inputs: Seq[Alias]): Aggregate = {
    val columns = inputs.map(alias => alias.child.canonicalized -> alias.toAttribute).toMap
    val replaced = aggregate.aggregateExpressions.map(_.transform { case call: AggregateExpression =>
      val function = call.aggregateFunction
      val children = function.children.map(child => columns.getOrElse(child.canonicalized, child))
      call.copy(aggregateFunction = function.withNewChildren(children).asInstanceOf[AggregateFunction])
    })
    aggregate.copy(aggregateExpressions = replaced.map(_.asInstanceOf[NamedExpression]))
  }
}
