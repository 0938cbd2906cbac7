package org.apache.spark.sql.hbase.plan.push

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, AggregateFunction}
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, Project}
import org.apache.spark.sql.hbase.plan.push.access.{PushedAccess, PlainAccess}

/**
 * Gives an aggregation that stays in Spark inputs that are narrower than the columns that they are made of. They become
 * columns of a projection below, which can then be computed where the rows are.
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
  def computed(aggregate: Aggregate, access: Project => Option[PlainAccess]): Option[Aggregate] =
    for {
      all <- Some(inputs(aggregate)).filter(_.nonEmpty)
      below <- access(projection(aggregate, all))
      ids = PushedAccess.rows(below).computed.map(_.exprId).toSet
      pushed <- Some(all.filter(alias => ids.contains(alias.exprId))).filter(_.nonEmpty)
    } yield over(aggregate, pushed).copy(child = projection(aggregate, pushed))

  /** One column for each expression that is an input, however often. */
  private def inputs(aggregate: Aggregate): Seq[Alias] = {
    val functions = aggregate.aggregateExpressions.flatMap(_.collect { case call: AggregateExpression => call })
    val computed = functions.flatMap(_.aggregateFunction.children).flatMap(values).filter(isComputed)
    val known = mutable.HashSet.empty[Expression]
    computed.filter(one => known.add(one.canonicalized)).map(Alias(_, "input")())
  }

  /**
   * The values that a child of a function stands for. A child without a value of its own, such as the SortOrder of
   * `WITHIN GROUP (ORDER BY length(s))`, is of a class that its function relies on. Its children are the values.
   */
  private def values(child: Expression): Seq[Expression] = child match {
    case form: Unevaluable if !form.isInstanceOf[Attribute] => form.children.flatMap(values)
    case value => Seq(value)
  }

  /** The child with columns in place of its values, of the same class unless it is a value itself. */
  private def replaced(child: Expression, columns: Map[Expression, Attribute]): Expression = child match {
    case form: Unevaluable if !form.isInstanceOf[Attribute] => form.mapChildren(replaced(_, columns))
    case value => columns.getOrElse(value.canonicalized, value)
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
    val over = aggregate.aggregateExpressions.map(_.transform { case call: AggregateExpression =>
      val function = call.aggregateFunction
      val children = function.children.map(replaced(_, columns))
      call.copy(aggregateFunction = function.withNewChildren(children).asInstanceOf[AggregateFunction])
    })
    aggregate.copy(aggregateExpressions = over.map(_.asInstanceOf[NamedExpression]))
  }
}
