package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.optimizer.BuildRight
import org.apache.spark.sql.catalyst.plans.{InnerLike, LeftSemi}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.hbase.conf.HBaseConf
import org.apache.spark.sql.hbase.plan.push.access.{JoinSides, PushableScan}
import org.apache.spark.sql.hbase.shim.{PruningShim, RuntimeFilteringShim}
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * The keys of a broadcast hash join become a runtime filter of the scan of ours on the other side. Those that meet
 * columns of the row key always do, because that saves reading rows. Others do so if the broadcast side has a
 * condition, and so likely not all keys. Without a condition they are tried if they are few ([[TriedKeys]]). Spark's
 * dynamic pruning asks for a condition in any case. Keys that are the first columns of the row key are one filter. Its
 * tuples are far fewer than the product of the columns' values.
 *
 * {{{
 * BroadcastHashJoin [day], Inner, BuildRight     BroadcastHashJoin [day], Inner, BuildRight
 *   BatchScan visits [day, spent]                  BatchScan visits [day, spent], RuntimeFilters: [day IN broadcast]
 *   BroadcastExchange                              BroadcastExchange
 *     days                                           days
 * }}}
 *
 * Inner and semi joins only: of the others the rows without a partner are wanted. Runs after Spark has planned its exchanges,
 * with and without adaptive execution; it uses the exchange of the join, so nothing is computed twice.
 */
object PruneByBroadcast extends Rule[SparkPlan] {

  /** Rows per key, of a side without a condition whose keys are worth a look. */
  private val RowsPerKey = 10L

  override def apply(plan: SparkPlan): SparkPlan =
    if (!conf.dynamicPartitionPruningEnabled || !conf.exchangeReuseEnabled) plan
    else
      plan.transformUp {
        case join: BroadcastHashJoinExec if dropsRowsWithoutPartner(join) => narrowed(join)
        case choice: BroadcastJoinExec => narrowed(choice)
      }

  /** Tells whether the join drops rows without a partner on the side that is not broadcast. */
  def dropsRowsWithoutPartner(join: BroadcastHashJoinExec): Boolean = join.joinType match {
    case _: InnerLike => true
    case LeftSemi => join.buildSide == BuildRight
    case _ => false
  }

  private def narrowed(join: BroadcastHashJoinExec): SparkPlan = {
    val sides = JoinSides(join)
    val tuple = for {
      positions <- NarrowedScans.firstKeyColumns(sides.stream, sides.streamKeys.map(Option(_)))
      keys = SubqueryBroadcastExec("keys", PruningShim.keys(positions), sides.buildKeys, sides.build)
      plan <- narrowed(sides.stream, CreateStruct(positions.map(sides.streamKeys)), keys)
    } yield (plan, positions)
    val (plan, known) = tuple.getOrElse((sides.stream, Nil))
    val stream = sides.streamKeys.indices.filterNot(known.contains).foldLeft(plan) { (plan, i) =>
      val keys = SubqueryBroadcastExec("keys", PruningShim.key(i), sides.buildKeys, sides.build)
      narrowed(plan, sides.streamKeys(i), keys).getOrElse(plan)
    }
    NarrowedScans.withStream(join, stream)
  }

  /**
   * The first plan reads the same rows as the second one, so what prunes the one prunes the other. It has no use for
   * keys that are only tried, because it drops the rows without a partner itself.
   */
  private def narrowed(choice: BroadcastJoinExec): SparkPlan =
    streamedLeaf(choice.right).toSeq.flatMap(_.runtimeFilters.filter(isOfBroadcast)) match {
      case Nil => choice
      case filters =>
        val first = choice.left.transformUp { case leaf @ BatchScanExec(_, scan: PushableScan, _, _, _, _) =>
          val missing = filters.filterNot(filter => leaf.runtimeFilters.exists(_.semanticEquals(filter)))
          NarrowedScans.withFilters(leaf, scan, missing)
        }
        choice.withNewChildren(Seq(first, choice.right))
    }

  private def streamedLeaf(plan: SparkPlan): Option[BatchScanExec] = plan match {
    case leaf @ BatchScanExec(_, _: PushableScan, _, _, _, _) => Some(leaf)
    case join: BroadcastHashJoinExec => streamedLeaf(JoinSides(join).stream)
    case other if other.children.size == 1 => streamedLeaf(other.children.head)
    case _ => None
  }

  private def isOfBroadcast(filter: Expression): Boolean = filter match {
    case DynamicPruningExpression(in: InSubqueryExec) =>
      in.plan.isInstanceOf[SubqueryBroadcastExec] && !TriedKeys.isOne(filter)
    case _ => false
  }

  private def narrowed(plan: SparkPlan, key: Expression, values: SubqueryBroadcastExec): Option[SparkPlan] =
    NarrowedScans.narrowed(plan, key) { origin =>
      for {
        keys <-
          if (origin.isKey || SelectivePlans.isSelective(values.child)) Some(values)
          else Option.when(maySave(values.child))(TriedKeys.of(values))
        filter = DynamicPruningExpression(InSubqueryExec(origin.key, keys, NamedExpression.newExprId))
        if RuntimeFilteringShim.tells(origin.key) && !origin.leaf.runtimeFilters.exists(isKnown(_, filter, origin.key))
      } yield filter
    }

  /** Tells whether a side without a condition may not have too many keys. */
  private def maySave(build: SparkPlan): Boolean =
    SelectivePlans.rowCount(build).exists(_ <= BigInt(RowsPerKey) * conf.getConf(HBaseConf.MaxRuntimeKeys))

  /** Tells whether a filter about the key makes another one needless; keys that are only tried make the same ones so. */
  private def isKnown(filter: Expression, other: Expression, key: Expression): Boolean = filter match {
    case DynamicPruningExpression(in: InSubqueryExec) if in.child.semanticEquals(key) =>
      !TriedKeys.isOne(filter) || filter.semanticEquals(other)
    case _ => false
  }
}
