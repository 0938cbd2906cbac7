package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.{Ceil, DynamicPruningSubquery, Expression, Floor}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.internal.SQLConf

/** Parts of plans and expressions that have other members in other lines of Spark. */
object PlanShim {

  /** Whether FLOOR raises an error if the result overflows. */
  def failsOnError(floor: Floor): Boolean = false

  /** Whether CEIL raises an error if the result overflows. */
  def failsOnError(ceil: Ceil): Boolean = false

  /** Whether Spark is told to plan no partial aggregation. */
  def bypassesPartialAggregation(conf: SQLConf): Boolean = false

  /**
   * Dynamic pruning by the keys of a plan, which runs for it where it is not broadcast.
   *
   * @param key that is pruned
   * @param index among `byKeys`, of its partner
   */
  def pruning(key: Expression, by: LogicalPlan, byKeys: Seq[Expression], index: Int): Expression =
    DynamicPruningSubquery(key, by, byKeys, PruningShim.key(index), onlyInBroadcast = false)
}
