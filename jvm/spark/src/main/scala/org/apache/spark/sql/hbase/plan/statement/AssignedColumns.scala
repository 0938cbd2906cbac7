package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.expressions.{Alias, Attribute, Expression, Literal}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, MergeRows, Project, WriteDelta}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.RowDeltaUtils.UPDATE_OPERATION
import org.apache.spark.sql.connector.write.RowLevelOperationTable
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.hbase.write.HBaseRowLevelOperation

/**
 * Tells an UPDATE or MERGE which columns it sets, so that it leaves the cells of others as they are. Spark hands whole rows to
 * the writer; in the plan a column that is not set is the attribute that was read.
 *
 * {{{
 * UPDATE t SET v = v + 1
 *   WriteDelta t
 *     Project [update, k, v + 1 AS v, w]      v is set, k and w are not
 *       t [k, v, w]
 * }}}
 */
object AssignedColumns extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    // By its members: lines of Spark differ in how many it has.
    case write: WriteDelta =>
      write.table match {
        case relation: DataSourceV2Relation => assigning(write, relation)
        case _ => plan
      }
    case _ => plan
  }

  private def assigning(write: WriteDelta, relation: DataSourceV2Relation): WriteDelta = relation.table match {
    case table @ RowLevelOperationTable(_, operation: HBaseRowLevelOperation) if !operation.knowsAssigned =>
      columns(write.query, operation).fold(write) { assigned =>
        write.copy(table = relation.copy(table = table.copy(operation = operation.assigning(assigned))))
      }
    case _ => write
  }

  /** None where the plan is not as expected: then all columns count as set. */
  private def columns(query: LogicalPlan, operation: HBaseRowLevelOperation): Option[Set[String]] = {
    val names = operation.tableSchema.columns.map(_.name).toIndexedSeq
    for {
      updates <- updatesOf(query)
      read <- query.collectFirst {
        case r: DataSourceV2Relation if isOf(r, operation) && r.output.take(names.size).map(_.name) == names =>
          r.output.toIndexedSeq
      }
    } yield updates.flatMap { values =>
      names.indices.filterNot(i => isRead(values(i), read(i))).map(names)
    }.toSet
  }

  private def isOf(relation: DataSourceV2Relation, operation: HBaseRowLevelOperation): Boolean = relation.table match {
    case RowLevelOperationTable(_, other) => other eq operation
    case _ => false
  }

  private def isRead(value: Expression, read: Attribute): Boolean = value match {
    case Alias(attribute: Attribute, _) => attribute.exprId == read.exprId
    case attribute: Attribute => attribute.exprId == read.exprId
    case _ => false
  }

  /** Lists the ways in which the statement changes a row: for each way the values of the table's columns. */
  private def updatesOf(query: LogicalPlan): Option[Seq[IndexedSeq[Expression]]] = query match {
    case Project(operation +: values, _) if isUpdate(operation) => Some(Seq(values.toIndexedSeq))
    case merge: MergeRows =>
      val all = merge.matchedInstructions ++ merge.notMatchedInstructions ++ merge.notMatchedBySourceInstructions
      Some(all.collect {
        case keep: MergeRows.Keep if keep.output.headOption.exists(isUpdate) => keep.output.tail.toIndexedSeq
      })
    case _ => None
  }

  private def isUpdate(operation: Expression): Boolean = operation match {
    case Alias(Literal(UPDATE_OPERATION, _), _) | Literal(UPDATE_OPERATION, _) => true
    case _ => false
  }
}
