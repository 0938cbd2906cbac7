package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.{ExistenceJoin, JoinType}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.trees.TreeNodeTag

/** Operators over rows of a table that Spark keeps to itself whatever is in them, and why. */
object OperatorsInSpark {

  /** What EXPLAIN says of the scans just below, None for the operators of which something may be pushed down. */
  def reason(plan: LogicalPlan): Option[String] = Option(plan).collect {
    case sort: Sort => s"Sort(${texts(sort.order)}): without a LIMIT Spark needs all rows, and sorts them"
    case window: Window => s"Window(${texts(window.windowExpressions)}): its groups span regions"
    case limit: WindowGroupLimit =>
      s"WindowGroupLimit(${PushdownReport.text(limit.rankLikeFunction)} <= ${limit.limit}): its groups span regions"
    case join: Join =>
      val why = join.getTagValue(Refusal).getOrElse(NotInRegion)
      s"Join(${name(join.joinType)}): $why"
    case generate: Generate => s"Generate(${generate.generator.prettyName}): it would make more rows than there are"
    case _: Sample => "Sample: Spark draws it by the partitions of its tasks"
  }

  /** Of a join whose other side does not travel to the region servers. */
  val NotInRegion = "the rows of the other side are not in the region"

  /** Remembers until Spark plans them why the joins of a plan stay in Spark. */
  def markJoins(plan: LogicalPlan, reason: String): Unit =
    plan.foreach { case join: Join => join.setTagValue(Refusal, reason); case _ => }

  private val Refusal = TreeNodeTag[String]("hbase_join_refusal")

  /** Of an OFFSET without a LIMIT. */
  def offset(rows: Int): String = s"Offset($rows): only Spark knows how many rows other regions have"

  /** Spark has no SQL for the join behind an EXISTS that is a value. */
  private def name(joinType: JoinType): String = joinType match {
    case _: ExistenceJoin => "EXISTENCE"
    case other => other.sql
  }

  private def texts(expressions: Seq[Expression]): String = expressions.map(PushdownReport.text).mkString(", ")
}
