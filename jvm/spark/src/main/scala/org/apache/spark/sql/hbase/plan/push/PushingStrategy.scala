package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.hbase.shim.classic.SparkSession

/**
 * The planner strategy that takes sub-plans from the physical plans of a session. A session has it through our
 * extensions. This decides how a query is pushed down: with the strategy, from its physical plan; without it, by what
 * Spark hands to any data source.
 */
trait PushingStrategy

object PushingStrategy {

  /** True if the session that plans the query has the strategy, or if no session does. */
  def isActive: Boolean =
    SparkSession.getActiveSession.forall(_.sessionState.planner.strategies.exists(_.isInstanceOf[PushingStrategy]))
}
