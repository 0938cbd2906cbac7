package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, AttributeSet, MetadataAttribute}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project, WriteDelta}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.connector.write.RowLevelOperationTable
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.hbase.table.HBaseTable

/**
 * Reads the metadata columns that a DELETE, UPDATE or MERGE names. Spark plans such a statement over a relation that has the
 * declared columns only, and then misses the others.
 *
 * {{{
 * WriteDelta                                        WriteDelta
 *   Project [operation, id]                           Project [operation, id]
 *     Filter [_timestamp < ...]                         Filter [_timestamp < ...]
 *       Relation [id, price]                              Relation [id, price, _timestamp]
 * }}}
 */
object MetadataInStatements extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case write: WriteDelta if write.query.exists(missing(_).nonEmpty) =>
      write.copy(query = providing(write.query, AttributeSet.empty))
  }

  private def missing(plan: LogicalPlan): AttributeSet =
    AttributeSet(plan.missingInput.collect { case MetadataAttribute(column) => column })

  /** @param wanted by the operators above */
  private def providing(plan: LogicalPlan, wanted: AttributeSet): LogicalPlan = plan match {
    case Changed(relation) => relation.copy(output = relation.output ++ references(wanted -- relation.outputSet))
    case Project(list, child) =>
      val below = providing(child, wanted ++ missing(plan))
      Project(list ++ references(wanted -- plan.outputSet), below)
    case other =>
      val needed = wanted ++ missing(other)
      other.mapChildren(child => if (child.exists(Changed.unapply(_).isDefined)) providing(child, needed) else child)
  }

  private def references(columns: AttributeSet): Seq[AttributeReference] =
    columns.toSeq.collect { case column: AttributeReference => column }

  /** The relation of the table that the statement changes. */
  private object Changed {
    def unapply(plan: LogicalPlan): Option[DataSourceV2Relation] = plan match {
      case relation: DataSourceV2Relation =>
        relation.table match {
          case RowLevelOperationTable(_: HBaseTable, _) => Some(relation)
          case _ => None
        }
      case _ => None
    }
  }
}
