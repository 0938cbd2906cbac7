package org.apache.spark.sql.hbase.read

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import org.apache.spark.sql.execution.{QueryExecution, SparkPlan, SubqueryAdaptiveBroadcastExec}
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec
import org.apache.spark.sql.hbase.plan.runtime.{BroadcastJoinExec, RuntimeKeyFilterExec}

/**
 * The HBase scans of a query that is planned and has not run. A scan that stands in several places appears once: where
 * its rows go, not where only their keys do.
 *
 * Pure functions, thread-safe.
 */
private[hbase] object PlannedScans {

  /**
   * A scan and its place.
   *
   * @param above nodes from the root of the plan, or of a subquery, to the scan's parent
   * @param isAside whether only a subquery or a runtime filter reads it here
   */
  private final case class Place(leaf: BatchScanExec, scan: SubPlanScan, above: Seq[SparkPlan], isAside: Boolean)

  /** Returns the documents of [[ScanExplanation]], one for each scan. */
  def explained(query: QueryExecution): Seq[String] = {
    val root = query.executedPlan match {
      case adaptive: AdaptiveSparkPlanExec => adaptive.initialPlan
      case plan => plan
    }
    val found = mutable.LinkedHashMap.empty[Any, Place]
    walk(root, Nil, isAside = false).foreach { place =>
      // Nodes that run together count together.
      val id = place.leaf.metrics.values.head.id
      if (found.get(id).forall(known => known.isAside && !place.isAside)) found(id) = place
    }
    found.values.toSeq.map(place => place.scan.explanation((place.above :+ place.leaf).asJava))
  }

  private def walk(plan: SparkPlan, above: Seq[SparkPlan], isAside: Boolean): Seq[Place] = {
    val path = above :+ plan
    val here = plan match {
      case leaf @ BatchScanExec(_, scan: SubPlanScan, _, _, _, _) => Seq(Place(leaf, scan, above, isAside))
      case adaptive: AdaptiveSparkPlanExec => walk(adaptive.initialPlan, path, isAside)
      case reused: ReusedExchangeExec => walk(reused.child, path, isAside)
      // Two plans of one answer; which one runs is not known.
      case join: BroadcastJoinExec => join.children.flatMap(walk(_, above, isAside))
      // The second child is the other side of its join, which is there again.
      case filter: RuntimeKeyFilterExec => walk(filter.left, path, isAside) ++ walk(filter.right, path, isAside = true)
      case other => other.children.flatMap(walk(_, path, isAside))
    }
    // Adaptive execution puts such a broadcast elsewhere: it is in the plan twice.
    val subqueries = plan.subqueries.filterNot(_.isInstanceOf[SubqueryAdaptiveBroadcastExec])
    here ++ subqueries.flatMap(walk(_, Nil, isAside = true))
  }
}
