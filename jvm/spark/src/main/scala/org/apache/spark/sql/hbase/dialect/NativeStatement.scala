package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/**
 * A statement of the dialect in a form that Spark understands.
 *
 * @param rewriting has the text that Spark parses
 * @param completion gives the plan of that text what its grammar has no words for, if there is something
 */
private[dialect] final case class NativeStatement(
    rewriting: Rewriting,
    completion: Option[LogicalPlan => LogicalPlan] = None
) {
  def complete(plan: LogicalPlan): LogicalPlan = completion.fold(plan)(_(plan))
}
