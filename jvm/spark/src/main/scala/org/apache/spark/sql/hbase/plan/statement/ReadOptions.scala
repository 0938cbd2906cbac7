package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.plans.logical.{DeleteFromTable, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.connector.catalog.Table
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
        // By its members: lines of Spark differ in how many it has.
        case relation: DataSourceV2Relation =>
          (relation.table, relation.catalog, relation.identifier) match {
            case (table: HBaseTable, Some(catalog: HBaseTableCatalog), Some(ident))
                if catalog.stateOptions.exists(relation.options.containsKey) =>
              read(relation, catalog.loadRead(ident, table.asOf, relation.options))
            case _ => relation
          }
      }
  }

  private def read(relation: DataSourceV2Relation, table: Table): DataSourceV2Relation = {
    val nullable = table.columns.map(column => column.name -> column.nullable).toMap
    val columns =
      relation.output.map(column => column.withNullability(nullable.getOrElse(column.name, column.nullable)))
    relation.copy(table = table, output = columns, catalog = None, identifier = None)
  }
}
