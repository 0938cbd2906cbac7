package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.planning.ExtractEquiJoinKeys
import org.apache.spark.sql.catalyst.plans._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.hbase.plan.push.RowKeyTable
import org.apache.spark.sql.hbase.shim.PlanShim

/**
 * Narrows outer and anti joins by the row key of a table of ours. If the other side is small, only the rows with its
 * keys are read. Spark prunes the kept side of a join by the side that it broadcasts. Here the other side is the large
 * one, so nothing is broadcast to prune by. The keys come from a run of the small side of their own.
 *
 * {{{
 * Join LeftOuter, (id = day)     Join LeftOuter, (id = day)
 *   LocalRelation [id]             LocalRelation [id]
 *   RelationV2[day, shop]          Filter dynamicpruning#1 [day]    <- row keys by which HBase is read
 *                                    RelationV2[day, shop]
 * }}}
 *
 * The small side runs twice, and a row in the second run that the first did not have would find no partner. So it must give
 * the same rows each time: values of the query and files do, other tables may be written meanwhile. Spark moves the filter to
 * the scan later, or drops it where it cannot; it runs before there are scans. NOT EXISTS is not a join at that time.
 */
object PruneOuterSide extends Rule[LogicalPlan] with PredicateHelper {

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    case subquery: Subquery if subquery.correlated => plan
    case _ if !conf.dynamicPartitionPruningEnabled => plan
    case _ => plan.transformUp { case join: Join => pruned(join) }
  }

  private def pruned(join: Join): Join = join match {
    case ExtractEquiJoinKeys(joinType, leftKeys, rightKeys, _, _, left, right, _) =>
      joinType match {
        case LeftOuter | LeftAnti =>
          join.copy(right = pruned(right, rightKeys, by = left, leftKeys))
        case RightOuter => join.copy(left = pruned(left, leftKeys, by = right, rightKeys))
        case _ => join
      }
    case _ => join
  }

  private def pruned(
      large: LogicalPlan,
      largeKeys: Seq[Expression],
      by: LogicalPlan,
      byKeys: Seq[Expression]
  ): LogicalPlan = {
    val keys = largeKeys.indices.filter(i => isRowKey(largeKeys(i), large))
    if (keys.isEmpty || by.isStreaming || !isStable(by) || !isMuchSmaller(by, large)) large
    else {
      val conditions = keys.map(i => PlanShim.pruning(largeKeys(i), by, byKeys, i))
      Filter(conditions.reduceLeft[Expression](And), large)
    }
  }

  private def isRowKey(key: Expression, plan: LogicalPlan): Boolean =
    key.deterministic && findExpressionAndTrackLineageDown(key, plan).exists {
      // By its members: lines of Spark differ in how many it has.
      case (origin, relation: DataSourceV2Relation) =>
        origin.references.nonEmpty && (relation.table match {
          case table: RowKeyTable => origin.references.forall(column => table.rowKeyColumns.contains(column.name))
          case _ => false
        })
      case _ => false
    }

  /** Whether it can run twice for what it saves; sizes are Spark's estimates, which err upwards. */
  private def isMuchSmaller(small: LogicalPlan, large: LogicalPlan): Boolean =
    small.stats.sizeInBytes <= conf.autoBroadcastJoinThreshold && small.stats.sizeInBytes * 2 <= large.stats.sizeInBytes

  /** Whether it gives the same rows each time it runs. */
  private def isStable(plan: LogicalPlan): Boolean = plan.deterministic && (plan match {
    case _: LocalRelation | _: OneRowRelation | _: Range => true
    case files: LogicalRelation => files.relation.isInstanceOf[HadoopFsRelation]
    // What a sum of fractions is depends on the order of the rows.
    case aggregate: Aggregate =>
      !aggregate.expressions.exists(_.exists(_.isInstanceOf[AggregateExpression])) && isStable(aggregate.child)
    case _: Project | _: Filter | _: Join | _: Union => plan.children.forall(isStable)
    case _ => false
  })
}
