package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression, ScalarSubquery}

/**
 * What runs in the region servers and what does not, in words, for EXPLAIN and the log. Immutable.
 *
 * @param pushed operators of the sub-plan in order, such as `Filter(distance > 100)`
 * @param refused what stays in Spark and why
 * @param keyConditions that Spark checks, and that limit row keys before
 */
final case class PushdownReport(pushed: Seq[String], refused: Seq[String], keyConditions: Seq[String] = Nil) {
  def refusing(reasons: Seq[String]): PushdownReport = copy(refused = refused ++ reasons)

  /** With operators before all others, and reasons why there are not more. */
  def learning(operators: Seq[String], reasons: Seq[String]): PushdownReport =
    copy(pushed = operators ++ pushed, refused = refused ++ reasons)
}

object PushdownReport {
  val nothing: PushdownReport = PushdownReport(Nil, Nil)

  /** An expression as SQL, its columns without the name of the table, and scalar subqueries without their text. */
  def text(expression: Expression): String = expression.transform {
    case attribute: AttributeReference => attribute.withQualifier(Nil)
    case subquery: ScalarSubquery => AttributeReference("subquery", subquery.dataType)()
  }.sql
}
