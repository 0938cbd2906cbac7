package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.analysis.{FieldName, ResolvedFieldName, ResolvedTable}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.AlterColumnShim
import org.apache.spark.sql.hbase.table.HBaseTable

/**
 * Refuses `ALTER COLUMN ... SET NOT NULL` of a column that may hold NULLs with an error that says what to do. Spark
 * itself refuses it behind this rule, before a catalog is asked.
 */
object SetNotNull extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = {
    plan match {
      case AlterColumnShim(ResolvedTable(_, _, table: HBaseTable, _), columns) => check(table, columns)
      case _ =>
    }
    plan
  }

  private def check(table: HBaseTable, columns: Seq[(FieldName, Option[Boolean])]): Unit =
    columns.foreach {
      case (ResolvedFieldName(path, field), Some(false)) if field.nullable =>
        val column = (path :+ field.name).mkString(".")
        throw HBaseErrors.CannotSetNotNull.analysis("table" -> table.tableSchema.fullName, "column" -> column)
      case _ =>
    }
}
