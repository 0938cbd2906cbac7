package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, SingleStatement}
import org.apache.spark.sql.catalyst.trees.Origin

/** Scripts of statements, which Spark has since 4.0. */
private[hbase] object ScriptShim {

  /** Changes statements of a script. */
  def changed(script: LogicalPlan)(change: (Origin, LogicalPlan) => LogicalPlan): LogicalPlan =
    script.transformDown { case single: SingleStatement =>
      val changed = change(single.origin, single.parsedPlan)
      if (changed eq single.parsedPlan) single else SingleStatement(changed)
    }
}
