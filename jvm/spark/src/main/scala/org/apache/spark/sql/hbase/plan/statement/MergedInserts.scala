package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.hbase.shim.InsertOnlyMergeShim
import org.apache.spark.sql.hbase.table.HBaseTable

/**
 * Has a MERGE that only inserts refuse two rows of one key, as every other MERGE does. Spark writes it like an INSERT, of the rows
 * that have no partner in the table.
 */
object MergedInserts extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    case InsertOnlyMergeShim(merge, relation: DataSourceV2Relation) =>
      relation.table match {
        case table: HBaseTable if !table.refusesDuplicates =>
          merge.withNewTable(relation.copy(table = table.refusingDuplicates))
        case _ => plan
      }
    case _ => plan
  }
}
