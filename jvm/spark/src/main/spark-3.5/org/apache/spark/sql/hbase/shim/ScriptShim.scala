package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.Origin

/** Scripts of statements, which Spark has since 4.0: before, its parser refuses them. */
private[hbase] object ScriptShim {

  /** Changes statements of a script. */
  def changed(script: LogicalPlan)(change: (Origin, LogicalPlan) => LogicalPlan): LogicalPlan = script
}
