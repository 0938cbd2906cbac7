package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier
import org.apache.spark.sql.catalyst.plans.logical.{CreateView, LogicalPlan}
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.shim.ErrorShim

/**
 * Refuses CREATE VIEW in the catalog with Spark's own error. A session with Hive support lacks Spark's check of this one
 * statement, and fails with a ClassCastException where it plans it.
 */
object RefusedViews extends (LogicalPlan => Unit) {

  override def apply(plan: LogicalPlan): Unit = plan match {
    case view: CreateView =>
      view.child match {
        case ResolvedIdentifier(catalog: HBaseTableCatalog, _) =>
          throw ErrorShim.noViews(catalog)
        case _ =>
      }
    case _ =>
  }
}
