package org.apache.spark.sql.hbase.plan.runtime

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans._
import org.apache.spark.sql.catalyst.plans.logical.Statistics
import org.apache.spark.sql.catalyst.plans.logical.statsEstimation.EstimationUtils
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.{
  AdaptiveSparkPlanHelper,
  BroadcastQueryStageExec,
  QueryStageExec,
  ShuffleQueryStageExec
}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeExec, ShuffleExchangeLike}
import org.apache.spark.sql.execution.joins.{BroadcastHashJoinExec, ShuffledJoin}
import org.apache.spark.sql.hbase.conf.HBaseConf
import org.apache.spark.sql.hbase.plan.push.access.JoinSides
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * Narrows a join that Spark shuffles. If the other side turns out to have few keys when the query runs, only rows with
 * these keys are read from our table. Of more keys a Bloom filter travels to the region servers. What is known to be small before is broadcast, see [[PruneByBroadcast]]. By
 * columns that are not of the row key region servers still look at all rows, and send the partners. That is worth the
 * wait if the other side is far smaller, and has a condition or few rows.
 *
 * {{{
 * SortMergeJoin [id], [day], LeftOuter     SortMergeJoin [id], [day], LeftOuter
 *   Exchange hash(id)                        Exchange hash(id)
 *     Filter, Scan days                        Filter, Scan days
 *   Exchange hash(day)                       Exchange hash(day)
 *     BatchScan visits                         InjectRuntimeKeyFilters [id]
 *                                                BatchScan visits, RuntimeFilters: [day IN keys of the join]
 *                                                Exchange hash(id)          <- the same, run once
 *                                                  Filter, Scan days
 * }}}
 *
 * Adaptive execution plans the rest of the query again when the small side has run. It may broadcast the side then, and
 * the rule sees sizes instead of estimates. So the rule runs where adaptive execution prepares its stages, and without
 * it on the whole plan. The side whose rows are wanted without a partner is never pruned. Of two sides that both may be
 * pruned, one that has run already is read first. Else it is the one with a condition, else the smaller one. Without
 * reuse of exchanges the small side would run twice, with two answers maybe, so there are no look-ups then.
 */
object InjectRuntimeKeyFilters extends Rule[SparkPlan] with AdaptiveSparkPlanHelper {

  /** Rows per key, of a side whose keys are worth a look. */
  private val RowsPerKey = 100L

  /** Rows whose keys fit into a Bloom filter, though each has its own. */
  private val RowsOfBloomFilter = 250000L

  /** The bytes of a side for each byte of the other side that must be read before. */
  private val BytesWorthAWait = 4

  /** Each has a copy of the plan that it waits for, so that they double what they are nested in. */
  private val MaxNested = 4

  override def apply(plan: SparkPlan): SparkPlan =
    if (!conf.dynamicPartitionPruningEnabled || !conf.exchangeReuseEnabled || maxKeys == 0) plan
    else
      plan.transformUp {
        case join: ShuffledJoin => lookedUp(join)
        case join: BroadcastHashJoinExec if PruneByBroadcast.dropsRowsWithoutPartner(join) => lookedUp(join)
      }

  private def maxKeys: Int = conf.getConf(HBaseConf.MaxRuntimeKeys)

  private def lookedUp(join: ShuffledJoin): SparkPlan = {
    val left = if (mayPruneLeft(join.joinType)) pruned(join.left, join.leftKeys, join.right, join.rightKeys) else None
    val right = if (mayPruneRight(join.joinType)) pruned(join.right, join.rightKeys, join.left, join.leftKeys) else None
    (left, right) match {
      // The one waits for the other.
      case (Some(_), Some(newRight)) if isReadFirst(join.left, join.right) =>
        join.withNewChildren(Seq(join.left, newRight))
      case (Some(newLeft), _) => join.withNewChildren(Seq(newLeft, join.right))
      case (None, Some(newRight)) => join.withNewChildren(Seq(join.left, newRight))
      case (None, None) => join
    }
  }

  /**
   * Behind an exchange on the side that is not broadcast, as below groups, where adaptive execution has found out that the
   * other side is small. What needs no exchange is narrowed by [[PruneByBroadcast]].
   */
  private def lookedUp(join: BroadcastHashJoinExec): SparkPlan = {
    val sides = JoinSides(join)
    val rows = sides.build match {
      case exchange: BroadcastExchangeExec => Some(exchange.child)
      case stage: BroadcastQueryStageExec => Some(stage.broadcast.child)
      case _ => None
    }
    val stream = rows
      .filter(_ => KeyExchange.of(sides.stream, Nil).isDefined)
      .flatMap(pruned(sides.stream, sides.streamKeys, _, sides.buildKeys))
    stream.fold(join: SparkPlan)(NarrowedScans.withStream(join, _))
  }

  private def isReadFirst(side: SparkPlan, other: SparkPlan): Boolean =
    Ordering[(Boolean, Boolean, BigInt)].lteq(cost(side), cost(other))

  /** Ranks the cost of reading a side before the other; a side that has already run comes first. */
  private def cost(side: SparkPlan): (Boolean, Boolean, BigInt) = {
    val hasRun = KeyExchange.of(side, Nil).exists(_.exchange.isInstanceOf[ShuffleQueryStageExec])
    (!hasRun, !SelectivePlans.isSelective(side), bytesRead(side))
  }

  private def mayPruneLeft(joinType: JoinType): Boolean = joinType match {
    case _: InnerLike | LeftSemi | RightOuter => true
    case _ => false
  }

  private def mayPruneRight(joinType: JoinType): Boolean = joinType match {
    case _: InnerLike | LeftSemi | LeftOuter | LeftAnti | ExistenceJoin(_) => true
    case _ => false
  }

  private def pruned(
      side: SparkPlan,
      sideKeys: Seq[Expression],
      by: SparkPlan,
      byKeys: Seq[Expression]
  ): Option[SparkPlan] =
    JoinSideKeys
      .of(by, byKeys)
      .filter(known => nested(known.rows) < MaxNested && mayHaveFewKeys(known.exchange))
      .flatMap { known =>
        val isSelective = SelectivePlans.isSelective(by)
        val isWorthAWait =
          (isSelective || isSmall(known.exchange)) && bytesRead(by) * BytesWorthAWait <= bytesRead(side)
        def narrowed(rows: SparkPlan, keys: Seq[Option[Expression]]) =
          lookedUp(rows, keys, known, isWorthAWait, isTried = !isSelective)
        KeyExchange.of(side, sideKeys) match {
          case Some(KeyExchange(exchange: ShuffleExchangeLike, keys)) =>
            narrowed(exchange.child, keys).map { rows =>
              KeyExchange.replaced(side, exchange, exchange.withNewChildren(Seq(rows)))
            }
          // What has run is read already.
          case Some(_) => None
          case None => withoutExchange(side)(narrowed(_, sideKeys.map(Option(_))))
        }
      }

  private def nested(plan: SparkPlan): Int = plan.collect { case node: RuntimeKeyFilterExec => node }.size

  private def withoutExchange(side: SparkPlan)(newRows: SparkPlan => Option[SparkPlan]): Option[SparkPlan] =
    side match {
      case sort: SortExec => withoutExchange(sort.child)(newRows).map(child => sort.withNewChildren(Seq(child)))
      case rows => newRows(rows)
    }

  private def lookedUp(
      rows: SparkPlan,
      rowsKeys: Seq[Option[Expression]],
      by: JoinSideKeys,
      isWorthAWait: Boolean,
      isTried: Boolean
  ): Option[SparkPlan] = {
    val learned = new LearnedKeys
    val pairs = rowsKeys.zip(by.keys).collect { case (Some(key), Some(other)) => (key, other) }
    val together = NarrowedScans.firstKeyColumns(rows, pairs.map(pair => Option(pair._1))).getOrElse(Nil)
    val alone = pairs.indices.filterNot(together.contains).map(i => pairs(i)._1 -> Seq(pairs(i)._2))
    val all =
      if (together.isEmpty) alone
      else (CreateStruct(together.map(pairs(_)._1)) -> together.map(pairs(_)._2)) +: alone
    val none = (rows, Seq.empty[Expression], Seq.empty[Seq[Int]])
    val (narrowed, used, filters) = all.foldLeft(none) { case ((plan, used, filters), (key, others)) =>
      val columns = used.size until used.size + others.size
      NarrowedScans
        .narrowed(plan, key) { origin =>
          Option.when(origin.isKey || isWorthAWait)(
            RuntimeKeyFilter(origin.key, columns, NamedExpression.newExprId, isTried && !origin.isKey)(learned)
          )
        }
        .fold((plan, used, filters))((_, used ++ others, filters :+ columns))
    }
    Option.when(used.nonEmpty) {
      val node = RuntimeKeyFilterExec(narrowed, by.rows, used, filters, maxKeys)(learned)
      node.copyTagsFrom(rows)
      node
    }
  }

  /**
   * Tells whether a side may have few keys. A side that has run is judged by its count of rows. Another may if it
   * cannot have many rows, or may have fewer than Spark estimates.
   */
  private def mayHaveFewKeys(exchange: SparkPlan): Boolean = {
    val few = SelectivePlans
      .rowCount(exchange)
      .forall(_ <= (BigInt(RowsPerKey) * maxKeys).max(RowsOfBloomFilter))
    few || (!exchange.isInstanceOf[ShuffleQueryStageExec] && (SelectivePlans.isSelective(exchange) || find(exchange) {
      case _: BaseAggregateExec | _: BaseLimitExec => true
      case _ => false
    }.isDefined))
  }

  /** Tells whether a side without a condition may not have more keys than are looked up. */
  private def isSmall(exchange: SparkPlan): Boolean = SelectivePlans.rowCount(exchange).exists(_ <= maxKeys)

  /** Sums the bytes of tables and of stages that have run; the output of a join of them is not counted. */
  private def bytesRead(plan: SparkPlan): BigInt = plan
    .collectLeaves()
    .flatMap {
      case stage: QueryStageExec => stage.computeStats().map(bytes(_, stage.output)).toSeq
      case leaf => leaf.logicalLink.toSeq.flatMap(_.collectLeaves()).map(table => bytes(table.stats, table.output))
    }
    .sum

  /** By the rows, where they are known: the bytes of a small table are not. */
  private def bytes(statistics: Statistics, output: Seq[Attribute]): BigInt =
    statistics.rowCount.fold(statistics.sizeInBytes)(_ * EstimationUtils.getSizePerRow(output))
}
