package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.plans.logical.{DeleteFromTable, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.table.HBaseTable

/**
 * Loads a table again with the options of its read, where Spark does not tell them to a catalog. What the options choose
 * may be absent, so columns become nullable. The relation forgets its catalog: Spark would load the table once more,
 * without the options. A statement that changes rows keeps the table as it is.
 */
object ReadOptions extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    case delete: DeleteFromTable => delete
    case other =>
      other.transformUp {
        case relation @ DataSourceV2Relation(
              _: HBaseTable,
              output,
              Some(catalog: HBaseTableCatalog),
              Some(ident),
              given,
              asOf
            ) if catalog.stateOptions.exists(given.containsKey) =>
          val table = catalog.loadRead(ident, asOf, given)
          val nullable = table.columns.map(column => column.name -> column.nullable).toMap
          val columns = output.map(column => column.withNullability(nullable.getOrElse(column.name, column.nullable)))
          relation.copy(table = table, output = columns, catalog = None, identifier = None)
      }
  }
}
