package org.apache.spark.sql.hbase.plan.catalyst

import org.apache.spark.sql.catalyst.expressions.Expression

/**
 * The reason why a part of a query stays in Spark. Immutable.
 *
 * @param what the operator or the expression, for people; empty where `why` speaks of the whole query
 * @param operator the name of Spark's operator, which programs compare; empty where no operator is refused
 */
final case class Refusal(what: String, why: String, operator: String = "") {

  /** Names an operator around what is refused. */
  def in(operator: OperatorInSpark): Refusal =
    copy(what = if (what.isEmpty) operator.text else s"${operator.text}: $what", operator = operator.name)

  /** Names the expression around what is refused. */
  def in(expression: Expression): Refusal = {
    val text = ExpressionText.of(expression)
    copy(what = if (what.isEmpty) text else s"$text: $what")
  }

  /** Tells whether an expression, or a part of one that has this text, is refused. */
  def isOf(part: String): Boolean = operator.isEmpty && what == part

  /** One line, for plans and the log. */
  override def toString: String = if (what.isEmpty) why else s"$what: $why"
}

/**
 * An operator that Spark does, at least in part.
 *
 * @param name of Spark's operator, such as `Sort`; steps of Spark's plan have the same name
 * @param text for people, such as `Sort(day ASC)`
 */
final case class OperatorInSpark(name: String, text: String)

object Refusal {
  def apply(why: String): Refusal = Refusal("", why)

  def apply(operator: OperatorInSpark, why: String): Refusal = Refusal(operator.text, why, operator.name)

  /** All results, or the first refusal among them. */
  def firstOf[A](results: Seq[Either[Refusal, A]]): Either[Refusal, Seq[A]] =
    results.collectFirst { case Left(refusal) => refusal }.toLeft(results.collect { case Right(result) => result })

  def of(expression: Expression, why: String): Refusal = Refusal(ExpressionText.of(expression), why)
}
