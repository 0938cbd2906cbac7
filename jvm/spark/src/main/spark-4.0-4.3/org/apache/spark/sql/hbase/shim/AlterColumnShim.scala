package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.analysis.FieldName
import org.apache.spark.sql.catalyst.plans.logical.{AlterColumns, LogicalPlan}

/** Matches ALTER COLUMN, as the table and each column with whether it becomes nullable, if the statement says so. */
private[hbase] object AlterColumnShim {
  def unapply(plan: LogicalPlan): Option[(LogicalPlan, Seq[(FieldName, Option[Boolean])])] = plan match {
    // By its members: lines of Spark differ in how many it has.
    case alter: AlterColumns => Some((alter.table, alter.specs.map(spec => (spec.column, spec.newNullability))))
    case _ => None
  }
}
