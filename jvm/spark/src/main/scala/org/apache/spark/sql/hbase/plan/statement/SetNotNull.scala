package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.analysis.{ResolvedFieldName, ResolvedTable}
import org.apache.spark.sql.catalyst.plans.logical.{AlterColumns, AlterColumnSpec, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.table.HBaseTable

/**
 * Refuses `ALTER COLUMN ... SET NOT NULL` of a column that may hold NULLs with an error that says what to do. Spark
 * itself refuses it behind this rule, before a catalog is asked.
 */
object SetNotNull extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = {
    plan match {
      // By its members: lines of Spark differ in how many it has.
      case alter: AlterColumns =>
        alter.table match {
          case ResolvedTable(_, _, table: HBaseTable, _) => check(table, alter.specs)
          case _ =>
        }
      case _ =>
    }
    plan
  }

  private def check(table: HBaseTable, specs: Seq[AlterColumnSpec]): Unit =
    specs.filter(_.newNullability.contains(false)).map(_.column).foreach {
      case ResolvedFieldName(path, field) if field.nullable =>
        val column = (path :+ field.name).mkString(".")
        throw HBaseErrors.CannotSetNotNull.analysis("table" -> table.tableSchema.fullName, "column" -> column)
      case _ =>
    }
}
