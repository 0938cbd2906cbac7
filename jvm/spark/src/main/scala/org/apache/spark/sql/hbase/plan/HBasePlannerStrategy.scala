package org.apache.spark.sql.hbase.plan

import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.expressions.AliasHelper
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.datasources.v2.{DataSourceV2ScanRelation, DataSourceV2Strategy}

/**
 * Plucks the sub-plan of a query from just under the exchange. Spark plans the operators itself; this strategy looks
 * at the result and replaces what the region servers do exactly, so Spark keeps choosing between hash and sort
 * aggregation, expanding DISTINCT and handling FILTER. A planner strategy works with and without adaptive execution.
 *
 * Called by Spark's planner on the driver, one thread per query.
 */
final class HBasePlannerStrategy(session: SparkSession) extends SparkStrategy with AliasHelper with Logging {
  private lazy val dataSourceStrategy = new DataSourceV2Strategy(session)

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case aggregate: Aggregate if readsOurTable(unexpanded(aggregate.child)) => planAggregation(aggregate)
    case _: ReturnAnswer => replaced(planner.SpecialLimits(plan))
    case _: GlobalLimit | _: Offset =>
      Some(replaced(planner.SpecialLimits(plan))).filter(_.nonEmpty).getOrElse(replaced(planner.BasicOperators(plan)))
    case _: LocalLimit => replaced(planner.BasicOperators(plan))
    case _: Project | _: Filter if readsOurTable(plan) => planRows(plan).toSeq
    case _ => Nil
  }

  private def unexpanded(plan: LogicalPlan): LogicalPlan = plan match {
    case expand: Expand => expand.child
    case other => other
  }

  /** True for a chain of Project and Filter over a scan that accepts push-down. */
  private def readsOurTable(plan: LogicalPlan): Boolean = plan match {
    case Project(_, child) => readsOurTable(child)
    case Filter(_, child) => readsOurTable(child)
    case relation: DataSourceV2ScanRelation =>
      relation.scan match {
        case scan: PushableScan => scan.acceptsPushdown
        case _ => false
      }
    case _ => false
  }

  /** Spark's plans with what the rules replace in them; none if that is nothing, so that Spark goes on as ever. */
  private def replaced(plans: Seq[SparkPlan]): Seq[SparkPlan] = {
    val pushed = plans.map(_.transformUp(rules))
    if (pushed.corresponds(plans)(_ eq _)) Nil else pushed
  }

  private val rules: PartialFunction[SparkPlan, SparkPlan] = {
    case node: BaseAggregateExec => planAggregate(node)
    case top @ TakeOrderedAndProjectExec(rows, order, _, Access(access), _) =>
      top.copy(child = PushTopN(rows, order, access))
    case limit @ CollectLimitExec(rows, Limited(pushed), _) if rows >= 0 => limit.copy(child = pushed(rows))
    case limit @ LocalLimitExec(rows, Limited(pushed)) => limit.copy(child = pushed(rows))
    // With an OFFSET among the rows; without one there is a LocalLimitExec below.
    case limit @ GlobalLimitExec(rows, Limited(pushed), _) if rows >= 0 => limit.copy(child = pushed(rows))
  }

  /** What a limit stands on, if the rows that it needs can be told apart where they are. */
  private object Limited {
    def unapply(plan: SparkPlan): Option[Int => SparkPlan] = plan match {
      case Access(access) => Some(PushLimit(_, access))
      // Above spark.sql.execution.topKSortFallbackThreshold Spark sorts all rows.
      case PlanLater(sort: Sort) if sort.global =>
        planner.BasicOperators(sort).collectFirst { case sorted @ SortExec(order, _, Access(access), _) =>
          rows => sorted.copy(child = PushTopN(rows, order, access))
        }
      case _ => None
    }
  }

  /** What Spark has left to plan later, if it is an access to a table of ours. */
  private object Access {
    def unapply(plan: SparkPlan): Option[TableAccess] = plan match {
      case PlanLater(below) if readsOurTable(below) => access(below)
      case _ => None
    }
  }

  private def access(plan: LogicalPlan): Option[TableAccess] =
    dataSourceStrategy(inOneProject(plan)).headOption.collect { case TableAccess(access) => access }

  /**
   * Spark leaves two Projects on top of each other where the upper one uses an expression of the lower one more than once,
   * as of `nullif(upper(s), 'A')`: it would rather compute it once.
   */
  private def inOneProject(plan: LogicalPlan): LogicalPlan = plan match {
    case Project(upper, Project(lower, child)) if lower.forall(_.deterministic) =>
      val aliases = getAliasMap(lower)
      inOneProject(Project(upper.map(replaceAliasButKeepName(_, aliases)), child))
    case other => other
  }

  private def planRows(plan: LogicalPlan): Option[SparkPlan] =
    access(plan).map(PushedAccess.rows).filterNot(_.isPlain).map(_.plan)

  private def planAggregation(aggregate: Aggregate): Seq[SparkPlan] = {
    val plans = replaced(planner.Aggregation(aggregate))
    val computed = if (plans.exists(_.exists(isPartial))) AggregateInputs.computed(aggregate, access) else None
    computed.fold(plans)(over => replaced(planner.Aggregation(over)))
  }

  /** In a plan whose partial aggregation was replaced there is no such node. */
  private def isPartial(plan: SparkPlan): Boolean = plan match {
    case node: BaseAggregateExec => PushPartialAggregate.isPartial(node)
    case _ => false
  }

  private def planAggregate(node: BaseAggregateExec): SparkPlan = node.child match {
    case Access(access) => aggregated(node, access, None)
    case PlanLater(expand: Expand) =>
      planner
        .BasicOperators(expand)
        .collectFirst { case planned @ ExpandExec(_, _, Access(access), _) =>
          aggregated(node, access, Some(planned))
        }
        .getOrElse(node)
    case _ => node
  }

  private def aggregated(node: BaseAggregateExec, access: TableAccess, expand: Option[ExpandExec]): SparkPlan =
    pushAggregate(node, access, expand) match {
      case Right(replacement) => replacement
      case Left(reason) =>
        logInfo(s"The partial aggregation stays in Spark: $reason")
        val rows = PushedAccess.rows(access).refusing(s"PartialAggregate: $reason").plan
        node.withNewChildren(Seq(expand.fold(rows)(_.copy(child = rows)))).asInstanceOf[SparkPlan]
    }

  private def pushAggregate(
      node: BaseAggregateExec,
      access: TableAccess,
      expand: Option[ExpandExec]
  ): Either[String, SparkPlan] =
    if (PushPartialAggregate.isPartial(node))
      for {
        rows <- PushedAccess.whole(access)
        input <- expand.fold[Either[String, PushedAccess]](Right(rows))(PushExpand(_, rows))
        replacement <- PushPartialAggregate(node, input)
      } yield replacement
    else if (session.sessionState.conf.bypassPartialAggregation)
      Left("spark.sql.execution.bypassPartialAggregation is true, so Spark plans no partial aggregation")
    else Left("Spark plans no partial aggregation for this query")

  private def planner = session.sessionState.planner
}
