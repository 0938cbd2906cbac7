package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.{ExistenceJoin, JoinType}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.hbase.plan.catalyst.{ExpressionText, OperatorInSpark, Refusal}

/** Operators over rows of a table that Spark keeps to itself whatever is in them, and why. */
object OperatorsInSpark {

  /**
   * Returns the line of EXPLAIN for scans just below an operator; None for operators that may be pushed down in part.
   */
  def refusal(plan: LogicalPlan): Option[Refusal] = Option(plan).collect {
    case sort: Sort =>
      Refusal(shown("Sort", texts(sort.order)), "without a LIMIT Spark needs all rows, and sorts them")
    case window: Window => Refusal(shown("Window", texts(window.windowExpressions)), "its groups span regions")
    case limit: WindowGroupLimit =>
      Refusal(
        shown("WindowGroupLimit", s"${ExpressionText.of(limit.rankLikeFunction)} <= ${limit.limit}"),
        "its groups span regions"
      )
    case join: Join =>
      join.getTagValue(JoinRefusal).getOrElse(NotInRegion).in(shown("Join", name(join.joinType)))
    case generate: Generate =>
      Refusal(shown("Generate", generate.generator.prettyName), "it would make more rows than there are")
    case _: Sample => Refusal(OperatorInSpark("Sample", "Sample"), "Spark draws it by the partitions of its tasks")
  }

  /** The reason for a join whose other side does not travel to the region servers. */
  val NotInRegion: Refusal = Refusal("the rows of the other side are not in the region")

  /** Remembers until Spark plans them why the joins of a plan stay in Spark. */
  def markJoins(plan: LogicalPlan, reason: Refusal): Unit =
    plan.foreach { case join: Join => join.setTagValue(JoinRefusal, reason); case _ => }

  private val JoinRefusal = TreeNodeTag[Refusal]("hbase_join_refusal")

  /** Makes the reason for an OFFSET without a LIMIT. */
  def offset(rows: Int): Refusal =
    Refusal(shown("Offset", rows.toString), "only Spark knows how many rows other regions have")

  /** Spark has no SQL for the join behind an EXISTS that is a value. */
  private def name(joinType: JoinType): String = joinType match {
    case _: ExistenceJoin => "EXISTENCE"
    case other => other.sql
  }

  private def shown(name: String, details: String) = OperatorInSpark(name, s"$name($details)")

  private def texts(expressions: Seq[Expression]): String = expressions.map(ExpressionText.of).mkString(", ")
}
