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

  /** All results, or the first refusal among them. */
  def firstOf[A](results: Seq[Either[Refusal, A]]): Either[Refusal, Seq[A]] =
    results.collectFirst { case Left(refusal) => refusal }.toLeft(results.collect { case Right(result) => result })

  def of(expression: Expression, why: String): Refusal = Refusal(ExpressionText.of(expression), why)
}
