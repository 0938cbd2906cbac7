package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.execution.{FilterExec, SparkPlan}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.plan.catalyst.ExpressionText
import org.apache.spark.sql.hbase.plan.push.access.{ConjunctOrder, PushableScan}

/**
 * Lets the scans of a plan that Spark runs alone leave out row keys that no condition lets pass. Spark checks every
 * condition all the same.
 *
 * {{{
 * Filter [day = 5 AND note LIKE '%x']      Filter [day = 5 AND note LIKE '%x']
 *   BatchScan [day, note]                    BatchScan [day, note], row keys of day = 5
 * }}}
 */
object PushKeys {
  def apply(plan: SparkPlan): SparkPlan = plan.transformUp {
    case filter @ FilterExec(_, leaf @ BatchScanExec(_, scan: PushableScan, _, _, _, _)) if scan.acceptsKeys =>
      narrowed(filter, leaf, scan).fold(filter)(child => filter.copy(child = child))
  }

  private def narrowed(filter: FilterExec, leaf: BatchScanExec, scan: PushableScan): Option[SparkPlan] = {
    val names = leaf.output.map(_.name)
    val conjuncts = ConjunctOrder.of(filter)
    KeyConditions.of(conjuncts, scan.layout(names), leaf.output, scan.structs(names)).map { case (conditions, pushed) =>
      val keyed = scan.withKeys(conditions, pushed.map(ExpressionText.of))
      val narrowed = leaf.copy(scan = keyed, ordering = leaf.ordering.filter(_ => keyed.keepsRowKeyOrder))
      narrowed.copyTagsFrom(leaf)
      narrowed
    }
  }
}
