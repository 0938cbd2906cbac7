package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.analysis.FieldName
import org.apache.spark.sql.catalyst.plans.logical.{AlterColumn, LogicalPlan}

/** Matches ALTER COLUMN, as the table and each column with whether it becomes nullable, if the statement says so. */
private[hbase] object AlterColumnShim {
  def unapply(plan: LogicalPlan): Option[(LogicalPlan, Seq[(FieldName, Option[Boolean])])] = plan match {
    case alter: AlterColumn => Some((alter.table, Seq((alter.column, alter.nullable))))
    case _ => None
  }
}
