package org.apache.spark.sql.hbase.random

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.{Alias, Attribute, AttributeMap, Expression, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}
import org.apache.spark.sql.hbase.plan.PlanSession

/** The expressions of a SELECT list as Spark's analyzer and optimizer leave them to the planner. */
object OptimizedExpressions {

  /** @param input the attributes of the table's rows */
  final case class Optimized(expressions: Seq[Expression], input: Seq[Attribute])

  /** None where Spark does not accept the expressions, or the optimizer leaves more than projections. */
  def of(table: String, expressions: Seq[String]): Option[Optimized] = {
    val list = expressions.zipWithIndex.map { case (expression, i) => s"$expression AS c$i" }.mkString(", ")
    Try(PlanSession.spark.sql(s"SELECT $list FROM $table").queryExecution.optimizedPlan).toOption
      .flatMap(projected)
      .filter(_.expressions.size == expressions.size)
  }

  private def projected(plan: LogicalPlan): Option[Optimized] = plan match {
    // The optimizer computes common parts of expressions in a projection below.
    case Project(list, below) =>
      projected(below).map { inner =>
        val values = AttributeMap(below.output.zip(inner.expressions))
        Optimized(list.map(value(_).transform { case a: Attribute => values.getOrElse(a, a) }), inner.input)
      }
    case leaf if leaf.children.isEmpty && leaf.output.forall(a => columns.contains(a.name)) =>
      Some(Optimized(leaf.output, leaf.output))
    case _ => None
  }

  private val columns = WideTable.schema.fieldNames.toSet

  private def value(named: NamedExpression): Expression = named match {
    case Alias(child, _) => child
    case other => other
  }
}
