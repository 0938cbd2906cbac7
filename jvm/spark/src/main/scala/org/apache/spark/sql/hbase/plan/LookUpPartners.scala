package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans._
import org.apache.spark.sql.catalyst.plans.logical.{LocalRelation, Statistics}
import org.apache.spark.sql.catalyst.plans.logical.statsEstimation.EstimationUtils
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanHelper, ShuffleQueryStageExec}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.{ShuffleExchangeExec, ShuffleExchangeLike}
import org.apache.spark.sql.execution.joins.ShuffledJoin
import org.apache.spark.sql.hbase.HBaseConf

/**
 * A join that Spark shuffles reads of a table of ours only rows that the other side has keys of, if these turn out to be few
 * when the query runs. What is known to be small before is broadcast, see [[PruneByBroadcast]].
 *
 * {{{
 * SortMergeJoin [id], [day], LeftOuter     SortMergeJoin [id], [day], LeftOuter
 *   Exchange hash(id)                        Exchange hash(id)
 *     Filter, Scan days                        Filter, Scan days
 *   Exchange hash(day)                       Exchange hash(day)
 *     BatchScan visits                         LookUpPartners [id]
 *                                                BatchScan visits, RuntimeFilters: [day IN keys of the join]
 *                                                Exchange hash(id)          <- the same, run once
 *                                                  Filter, Scan days
 * }}}
 *
 * Adaptive execution plans the rest of the query again when the small side has run: it may broadcast it then, and the rule
 * sees sizes instead of estimates. So the rule runs where adaptive execution prepares its stages, and without it on the whole
 * plan. The side whose rows are wanted without a partner is never pruned. Without reuse of exchanges the small side would run
 * twice, with two answers maybe, so there are no look-ups then.
 */
object LookUpPartners extends Rule[SparkPlan] with AdaptiveSparkPlanHelper with PredicateHelper {

  /** Rows per key, of a side whose keys are worth a look. */
  private val RowsPerKey = 100L

  /** Each has a copy of the plan that it waits for, so that they double what they are nested in. */
  private val MaxNested = 4

  override def apply(plan: SparkPlan): SparkPlan =
    if (!conf.dynamicPartitionPruningEnabled || !conf.exchangeReuseEnabled || maxKeys == 0) plan
    else plan.transformUp { case join: ShuffledJoin => lookedUp(join) }

  private def maxKeys: Int = conf.getConf(HBaseConf.MaxLookUpKeys)

  private def lookedUp(join: ShuffledJoin): SparkPlan = {
    val left = if (mayPruneLeft(join.joinType)) pruned(join.left, join.leftKeys, join.right, join.rightKeys) else None
    val right = if (mayPruneRight(join.joinType)) pruned(join.right, join.rightKeys, join.left, join.leftKeys) else None
    (left, right) match {
      // The one waits for the other.
      case (Some(_), Some(newRight)) if bytes(join.left) <= bytes(join.right) =>
        join.withNewChildren(Seq(join.left, newRight))
      case (Some(newLeft), _) => join.withNewChildren(Seq(newLeft, join.right))
      case (None, Some(newRight)) => join.withNewChildren(Seq(join.left, newRight))
      case (None, None) => join
    }
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
    KeyExchange
      .of(by, byKeys)
      .filter(known => nested(known.exchange) < MaxNested && mayHaveFewKeys(known.exchange))
      .flatMap(known => below(side)(lookedUp(_, sideKeys, known)))

  private def nested(plan: SparkPlan): Int = plan.collect { case node: LookUpPartnersExec => node }.size

  /** A side of a join as Spark plans it, the rows in their place. */
  private def below(side: SparkPlan)(newRows: SparkPlan => Option[SparkPlan]): Option[SparkPlan] = side match {
    case sort: SortExec => below(sort.child)(newRows).map(child => sort.withNewChildren(Seq(child)))
    case exchange: ShuffleExchangeLike => newRows(exchange.child).map(child => exchange.withNewChildren(Seq(child)))
    case rows => newRows(rows)
  }

  private def lookedUp(rows: SparkPlan, rowsKeys: Seq[Expression], by: KeyExchange): Option[SparkPlan] = {
    val learned = new LearnedKeys
    val none = Seq.empty[Expression]
    val (narrowed, used) = rowsKeys.zip(by.keys).foldLeft((rows, none)) { case ((plan, used), (key, known)) =>
      val filtered = known.flatMap { other =>
        NarrowedScans
          .narrowed(plan, key) { origin =>
            Option.when(origin.column.isKey)(KeysOfPartners(origin.key, used.size, NamedExpression.newExprId)(learned))
          }
          .map((_, used :+ other))
      }
      filtered.getOrElse((plan, used))
    }
    Option.when(used.nonEmpty) {
      val node = LookUpPartnersExec(narrowed, placeless(by.exchange), used, maxKeys)(learned)
      node.copyTagsFrom(rows)
      node
    }
  }

  /**
   * The same exchange, run once, of no place in the logical plan. Adaptive execution puts what has run in the place of its
   * logical plan, from the first node that has it on: without this it would put the exchange where the aggregation above the
   * join's own one belongs.
   */
  private def placeless(exchange: SparkPlan): SparkPlan = exchange match {
    case shuffle: ShuffleExchangeExec =>
      val copied = shuffle.copy()
      copied.setTagValue(SparkPlan.LOGICAL_PLAN_TAG, LocalRelation(shuffle.output))
      copied
    case other => other
  }

  /** What has run has told its rows; else what cannot have many rows, and what may have fewer than Spark thinks. */
  private def mayHaveFewKeys(exchange: SparkPlan): Boolean = {
    val few = statistics(exchange).forall(rowCount(exchange, _) <= BigInt(RowsPerKey) * maxKeys)
    few || (!exchange.isInstanceOf[ShuffleQueryStageExec] && mayHaveFewerRowsThanEstimated(exchange))
  }

  private def mayHaveFewerRowsThanEstimated(plan: SparkPlan): Boolean = exists(plan) {
    case FilterExec(condition, _) => !splitConjunctivePredicates(condition).forall(_.isInstanceOf[IsNotNull])
    case BatchScanExec(_, scan: PushableScan, _, _, _, _) => scan.isSelective
    case _: BaseAggregateExec | _: BaseLimitExec => true
    case _ => false
  }

  private def bytes(side: SparkPlan): BigInt =
    KeyExchange.of(side, Nil).flatMap(known => statistics(known.exchange)).fold(BigInt(0))(_.sizeInBytes)

  private def rowCount(plan: SparkPlan, statistics: Statistics): BigInt =
    statistics.rowCount.getOrElse(statistics.sizeInBytes / EstimationUtils.getSizePerRow(plan.output))

  /** Of a stage that has run what it wrote. */
  private def statistics(exchange: SparkPlan): Option[Statistics] = exchange match {
    case stage: ShuffleQueryStageExec => stage.computeStats()
    case other => other.collectFirst { case plan if plan.logicalLink.isDefined => plan.logicalLink.get.stats }
  }
}
