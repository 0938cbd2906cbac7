package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.hbase.conf.WriteOptions
import org.apache.spark.sql.hbase.table.HBaseTable

/**
 * Lets an INSERT read all of its rows before it writes the first, where it reads the table that it writes. Else it
 * would meet its own rows. Spark shuffles them in between.
 *
 * {{{
 * INSERT INTO t SELECT k + 10, v FROM t
 *   AppendData t                        AppendData t
 *     Project [k + 10, v]                 RepartitionByExpression [k]
 *       t                                   Project [k + 10, v]
 *                                             t
 * }}}
 */
object ReadBeforeWrite extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    case write @ (_: AppendData | _: OverwriteByExpression) =>
      val command = write.asInstanceOf[V2WriteCommand]
      command.table match {
        case OwnTable(table) if !isShuffled(write) && isToWait(command.query, table) =>
          command.withNewQuery(waiting(command.query, table))
        case _ => plan
      }
    case _ => plan
  }

  /** Tells whether the write asks for a shuffle itself, as it does where duplicates are refused. */
  private def isShuffled(write: LogicalPlan): Boolean = {
    val options = write match {
      case append: AppendData => append.writeOptions
      case overwrite: OverwriteByExpression => overwrite.writeOptions
    }
    WriteOptions.refusesDuplicates(options)
  }

  private def isToWait(query: LogicalPlan, table: HBaseTable): Boolean =
    !query.isInstanceOf[RepartitionByExpression] && query.resolved &&
      query.collectWithSubqueries { case OwnTable(read) => read }.exists(isSame(_, table))

  /** Several SQL tables can lie in one HBase table. */
  private def isSame(one: HBaseTable, other: HBaseTable): Boolean =
    one.settings == other.settings && one.tableSchema.tableName == other.tableSchema.tableName

  private def waiting(query: LogicalPlan, table: HBaseTable): LogicalPlan = {
    val columns = table.tableSchema.columns
    val keys = table.tableSchema.keyColumns.map(c => query.output(columns.indexOf(c)))
    RepartitionByExpression(keys, query, None)
  }
}

/** A table of this connector in a plan. */
private[plan] object OwnTable {
  def unapply(plan: LogicalPlan): Option[HBaseTable] = plan match {
    case relation: DataSourceV2Relation => Some(relation.table).collect { case table: HBaseTable => table }
    case _ => None
  }
}
