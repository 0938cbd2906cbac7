package org.apache.spark.sql.hbase.plan.catalyst

import org.apache.spark.sql.catalyst.expressions.Expression

/**
 * An operator of a sub-plan as EXPLAIN shows it. Immutable.
 *
 * @param text such as `Filter(distance > 100)`
 * @param condition of a Filter
 */
final case class PushedOperator(text: String, condition: Option[String] = None) {
  override def toString: String = text
}

object PushedOperator {
  def filter(condition: String): PushedOperator = PushedOperator(s"Filter($condition)", Some(condition))

  def filter(condition: Expression): PushedOperator = filter(ExpressionText.of(condition))
}

/**
 * The parts of a query that run in the region servers, and those that do not, for EXPLAIN, errors and the log. Immutable.
 *
 * @param operators of the sub-plan, in order
 * @param refusals the parts of the query that stay in Spark
 * @param keyConditions that Spark checks, and that limit row keys before
 * @param contexts places in the text of the query, for errors of the sub-plan
 * @param tried columns whose values the scan learns of sides of joins that may hold all of them
 */
final case class PushdownReport(
    operators: Seq[PushedOperator],
    refusals: Seq[Refusal],
    keyConditions: Seq[String] = Nil,
    contexts: QueryContexts = QueryContexts.none,
    tried: Set[String] = Set.empty
) {
  def refusing(more: Seq[Refusal]): PushdownReport = copy(refusals = refusals ++ more)

  /** Adds operators before all others, and reasons why there are not more. */
  def learning(first: Seq[PushedOperator], more: Seq[Refusal]): PushdownReport =
    copy(operators = first ++ operators, refusals = refusals ++ more)
}

object PushdownReport {
  val nothing: PushdownReport = PushdownReport(Nil, Nil)
}
