package org.apache.spark.sql.hbase.plan.push.access

import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeSet, Expression}
import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildRight}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.hbase.wire.proto.BroadcastJoin

/**
 * A broadcast join that a sub-plan does, as far as it is known before the query runs. Immutable.
 *
 * @param pattern the operator, without build rows
 * @param buildKeys over the rows that Spark broadcasts
 * @param buildValues the columns of these rows that the plan above uses
 */
private[plan] final case class PushedJoin(
    pattern: BroadcastJoin,
    buildKeys: Seq[Expression],
    buildValues: Seq[Attribute]
) {

  /** Whether Spark's join is the one that this was made of. */
  def isOf(join: BroadcastHashJoinExec): Boolean = {
    val sides = JoinSides(join)
    val available = sides.build.outputSet
    sides.buildKeys.size == buildKeys.size &&
    sides.buildKeys.zip(buildKeys).forall { case (theirs, ours) => theirs.semanticEquals(ours) } &&
    AttributeSet(buildKeys ++ buildValues).subsetOf(available)
  }
}

/** The sides of a broadcast join by what they are for: Spark says left and right. */
private[plan] final case class JoinSides(
    stream: SparkPlan,
    streamKeys: Seq[Expression],
    build: SparkPlan,
    buildKeys: Seq[Expression]
)

private[plan] object JoinSides {
  def apply(join: BroadcastHashJoinExec): JoinSides = join.buildSide match {
    case BuildLeft => JoinSides(join.right, join.rightKeys, join.left, join.leftKeys)
    case BuildRight => JoinSides(join.left, join.leftKeys, join.right, join.rightKeys)
  }
}
