package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.sql.catalyst.expressions.{IsNotNull, PredicateHelper}
import org.apache.spark.sql.catalyst.plans.logical.Statistics
import org.apache.spark.sql.catalyst.plans.logical.statsEstimation.EstimationUtils
import org.apache.spark.sql.execution.{FilterExec, SparkPlan}
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanHelper, QueryStageExec}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec
import org.apache.spark.sql.hbase.plan.push.access.PushableScan

/** Finds plans that likely have fewer rows, and keys, than their tables. Pure functions. */
private[plan] object SelectivePlans extends AdaptiveSparkPlanHelper with PredicateHelper {

  /** Whether rows can fail a condition; that a column is not NULL, Spark asks anyhow. */
  def isSelective(plan: SparkPlan): Boolean = find(plan) {
    case FilterExec(condition, _) => !splitConjunctivePredicates(condition).forall(_.isInstanceOf[IsNotNull])
    case BatchScanExec(_, scan: PushableScan, _, _, _, _) => scan.isSelective
    // An exchange that a scan waits for has run there first, and is reused in its own place.
    case ReusedExchangeExec(_, exchange) => isSelective(exchange)
    case _ => false
  }.isDefined

  /** Returns the rows of a plan by Spark's estimate; of a stage that has run, those of its output. */
  def rowCount(plan: SparkPlan): Option[BigInt] = statistics(plan).map { known =>
    known.rowCount.getOrElse(known.sizeInBytes / EstimationUtils.getSizePerRow(plan.output))
  }

  private def statistics(plan: SparkPlan): Option[Statistics] = plan match {
    case stage: QueryStageExec => stage.computeStats()
    case ReusedExchangeExec(_, exchange) => statistics(exchange)
    case other => other.collectFirst { case known if known.logicalLink.isDefined => known.logicalLink.get.stats }
  }
}
