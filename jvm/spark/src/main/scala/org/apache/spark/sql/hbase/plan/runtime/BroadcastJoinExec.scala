package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.internal.Logging
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.execution.{BinaryExecNode, SparkPlan, SQLExecution}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.hbase.plan.catalyst.Refusal
import org.apache.spark.sql.hbase.plan.push.EncodedBuildRows
import org.apache.spark.sql.hbase.plan.push.access.{JoinSides, PushableScan, PushedAccess, PushedJoin}
import org.apache.spark.sql.hbase.wire.proto.BroadcastJoin

/**
 * Runs one of two plans with the same answer. It is the scan whose sub-plan joins, if the small sides that Spark has
 * broadcast are small enough to travel, or else Spark's own joins. The broadcasts are those of Spark's plan, so each is
 * made once, and adaptive execution sees them where it always does. An empty side is left to Spark, which knows best
 * what it then need not evaluate.
 *
 * @param left the scan, maybe with a Project above
 * @param right Spark's own plan
 * @param maxBuildBytes of all build rows in wire format
 * @param joins of the scan's sub-plan, in its order; not part of the plan's identity, because they follow from `right`
 */
final case class BroadcastJoinExec(left: SparkPlan, right: SparkPlan, maxBuildBytes: Long)(joins: Seq[PushedJoin])
    extends BinaryExecNode
    with Logging {

  override def output: Seq[Attribute] = right.output

  override def nodeName: String = "BroadcastJoin"

  override def simpleString(maxFields: Int): String =
    s"$nodeName in region servers (first plan), in Spark (second plan) if its small sides are empty or larger than $maxBuildBytes B"

  override protected def otherCopyArgs: Seq[AnyRef] = Seq(joins)

  override lazy val metrics: Map[String, SQLMetric] = Map(
    BroadcastJoinExec.BuildRowsMetric -> SQLMetrics.createMetric(sparkContext, "build rows sent to region servers")
  )

  override protected def doExecute(): RDD[InternalRow] = chosen.execute()

  private lazy val chosen: SparkPlan = learned match {
    case Right(rowCount) =>
      val metric = longMetric(BroadcastJoinExec.BuildRowsMetric)
      metric.set(rowCount)
      val execution = sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)
      SQLMetrics.postDriverMetricUpdates(sparkContext, execution, Seq(metric))
      left
    case Left(reason) =>
      logInfo(s"A join stays in Spark: $reason")
      right
  }

  /** The number of build rows that the scan has got, or why it has not got them. */
  private def learned: Either[Refusal, Long] = {
    val broadcastJoins = BroadcastJoinExec.streamed(right)
    for {
      scan <- left
        .collectFirst { case BatchScanExec(_, scan: PushableScan, _, _, _, _) => scan }
        .toRight(Refusal("there is no scan"))
      _ <- Either.cond(
        broadcastJoins.size == joins.size && joins.zip(broadcastJoins).forall { case (ours, theirs) =>
          ours.isOf(theirs)
        },
        (),
        Refusal("Spark has planned it in another way")
      )
      known <- Refusal.firstOf(joins.zip(broadcastJoins).map { case (ours, theirs) => buildRows(ours, theirs) })
      bytes = known.iterator.map(_.getSerializedSize.toLong).sum
      _ <- Either.cond(
        bytes <= maxBuildBytes,
        (),
        Refusal(s"the rows of all joins take more than $maxBuildBytes bytes")
      )
      _ <- scan.learnBuildRows(known)
    } yield known.iterator.map(BroadcastJoinExec.rowCount).sum
  }

  private def buildRows(ours: PushedJoin, theirs: BroadcastHashJoinExec): Either[Refusal, BroadcastJoin] = {
    val build = JoinSides(theirs).build
    val rows = BroadcastRows.of(build)
    for {
      _ <- Either.cond(rows.hasNext, (), Refusal("the small side is empty"))
      known <- EncodedBuildRows.of(rows, build.output, ours, maxBuildBytes)
    } yield known
  }

  override protected def withNewChildrenInternal(newLeft: SparkPlan, newRight: SparkPlan): BroadcastJoinExec =
    copy(left = newLeft, right = newRight)(joins)
}

object BroadcastJoinExec {

  /** Rows of the small sides that have travelled in the sub-plan; 0 if Spark has joined. */
  val BuildRowsMetric = "hbaseBuildRows"

  /** The reason that EXPLAIN shows for the joins in the second plan. */
  val OnlyIfChosen: Refusal = Refusal(
    "this plan runs only if the other side is empty or too large for the region servers"
  )

  /**
   * A node whose rows come from the first plan or from the second.
   *
   * @param input below the partial aggregation that the first one replaces
   */
  private[plan] def choice(scan: SparkPlan, stays: SparkPlan, input: PushedAccess): SparkPlan =
    if (input.joins.isEmpty) scan
    else {
      val node = BroadcastJoinExec(scan, stays, input.access.scan.maxBuildBytes)(input.joins)
      node.copyTagsFrom(stays)
      node
    }

  /** The broadcast joins between an aggregation and the scan of its large side, the lowest first. */
  private def streamed(plan: SparkPlan): Seq[BroadcastHashJoinExec] = plan match {
    case join: BroadcastHashJoinExec => streamed(JoinSides(join).stream) :+ join
    case other if other.children.size == 1 => streamed(other.children.head)
    case _ => Nil
  }

  private def rowCount(join: BroadcastJoin): Long = {
    val values = join.getBuildKeys(0).getValues
    0L + values.getIntegersCount + values.getFloatingsCount + values.getBinariesCount + values.getDecimalsCount
  }
}
