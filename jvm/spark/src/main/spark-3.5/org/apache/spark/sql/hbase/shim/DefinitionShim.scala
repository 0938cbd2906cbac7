package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.plans.logical.{CreateTable, LogicalPlan, ReplaceTable, TableSpecBase}
import org.apache.spark.sql.types.StructType

/** The columns and the rest of a statement that defines a table. */
private[hbase] object DefinitionShim {

  /** The statement with these columns NOT NULL and its rest changed. */
  def changed(plan: LogicalPlan, notNull: String => Boolean)(change: TableSpecBase => TableSpecBase): LogicalPlan = {
    def changed(columns: StructType) =
      StructType(columns.map(c => if (notNull(c.name)) c.copy(nullable = false) else c))
    plan match {
      case create: CreateTable =>
        create.copy(tableSchema = changed(create.tableSchema), tableSpec = change(create.tableSpec))
      case replace: ReplaceTable =>
        replace.copy(tableSchema = changed(replace.tableSchema), tableSpec = change(replace.tableSpec))
      case _ => plan
    }
  }
}
