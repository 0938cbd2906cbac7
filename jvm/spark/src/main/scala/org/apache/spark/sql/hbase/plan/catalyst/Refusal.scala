package org.apache.spark.sql.hbase.plan.catalyst

import org.apache.spark.sql.catalyst.expressions.Expression

/**
 * The reason why a part of a query stays in Spark. Immutable.
 *
 * @param what the operator or the expression; empty where `why` speaks of the whole query
 */
final case class Refusal(what: String, why: String) {

  /** Names an operator around what is refused. */
  def in(operator: String): Refusal = copy(what = if (what.isEmpty) operator else s"$operator: $what")

  /** One line, for plans and the log. */
  override def toString: String = if (what.isEmpty) why else s"$what: $why"
}

object Refusal {
  def apply(why: String): Refusal = Refusal("", why)

  def of(expression: Expression, why: String): Refusal = Refusal(PushdownReport.text(expression), why)
}
