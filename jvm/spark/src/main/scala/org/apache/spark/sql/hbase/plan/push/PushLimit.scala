package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.hbase.plan.catalyst.{OperatorInSpark, Refusal, SubPlanAssembly}
import org.apache.spark.sql.hbase.plan.push.access.{PushedAccess, PlainAccess}

/**
 * Ends the scan of each region after as many rows as a LIMIT can need. Spark still limits what all regions send.
 *
 * {{{
 * CollectLimit 5                          CollectLimit 5
 *   Project [carrier]                       BatchScan [carrier]
 *     Filter [month = 1]                      sub-plan: Filter, Project, Limit 5
 *       BatchScan [carrier, month]
 * }}}
 */
object PushLimit {

  /**
   * @param rows of the LIMIT, with those of an OFFSET among them
   * @param access below it
   */
  def apply(rows: Int, access: PlainAccess): SparkPlan = {
    val pushed = PushedAccess.rows(access)
    val limited =
      if (pushed.postScan.isEmpty) pushed.adding(SubPlanAssembly.limit(rows.toLong), s"PartialLimit($rows)")
      else
        pushed.refusing(
          Refusal(OperatorInSpark("Limit", s"PartialLimit($rows)"), "a condition below it stays in Spark")
        )
    limited.plan
  }
}
