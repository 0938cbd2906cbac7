package org.apache.spark.sql.hbase.plan

import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.analysis.{ResolvedNamespace, ResolvedTable}
import org.apache.spark.sql.catalyst.expressions.{AliasHelper, AttributeSet, SessionWindow}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.aggregate.{BaseAggregateExec, HashAggregateExec}
import org.apache.spark.sql.execution.datasources.v2.{BatchScanExec, DataSourceV2ScanRelation, DataSourceV2Strategy}
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.plan.catalyst.{OperatorInSpark, Refusal}
import org.apache.spark.sql.hbase.plan.push.{
  AggregateInputs,
  OperatorsInSpark,
  PartialAggregation,
  PushExpand,
  PushKeys,
  PushLimit,
  PushBroadcastJoin,
  PushPartialAggregate,
  PushTopN,
  PushingStrategy,
  RowsForGrouping
}
import org.apache.spark.sql.hbase.plan.push.access.{JoinSides, PushableScan, PushedAccess, PlainAccess}
import org.apache.spark.sql.hbase.plan.runtime.BroadcastJoinExec
import org.apache.spark.sql.hbase.plan.statement.AnalyzeTableExec
import org.apache.spark.sql.hbase.shim.PlanShim
import org.apache.spark.sql.hbase.shim.classic.SparkSession

/**
 * Takes the sub-plan of a query from just under the exchange. Spark plans the operators itself. This strategy looks at
 * the result and replaces what the region servers do exactly. So Spark keeps choosing between hash and sort
 * aggregation, expanding DISTINCT and handling FILTER. A planner strategy works with and without adaptive execution.
 *
 * Called by Spark's planner on the driver, one thread per query.
 */
final class HBasePlannerStrategy(session: SparkSession)
    extends SparkStrategy
    with PushingStrategy
    with AliasHelper
    with Logging {
  private lazy val dataSourceStrategy = new DataSourceV2Strategy(session)

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = {
    val plans = planned(plan)
    plans.foreach(_.foreach {
      case BatchScanExec(_, scan: PushableScan, _, _, _, _) => scan.report.contexts.learn(plan)
      case _ =>
    })
    plans
  }

  private def planned(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case aggregate: Aggregate if readsOurRows(aggregate.child) => planAggregation(aggregate)
    case _: ReturnAnswer => replaced(planner.SpecialLimits(plan))
    case _: GlobalLimit | _: Offset =>
      Some(replaced(planner.SpecialLimits(plan))).filter(_.nonEmpty).getOrElse(replaced(planner.BasicOperators(plan)))
    case _: LocalLimit => replaced(planner.BasicOperators(plan))
    case _: Project | _: Filter if readsOurTable(plan) => planRows(plan).toSeq
    case _: Project | _: Filter if readsOurTable(plan, _.acceptsKeys) => dataSourceStrategy(plan).map(PushKeys(_))
    case AnalyzeTable(ResolvedTable(catalog: HBaseTableCatalog, table, _, _), partition, isSizeOnly)
        if partition.isEmpty =>
      Seq(AnalyzeTableExec(catalog, analyzed(Seq(table), isSizeOnly)))
    case AnalyzeColumn(ResolvedTable(catalog: HBaseTableCatalog, table, _, _), _, _) =>
      Seq(AnalyzeTableExec(catalog, Seq(table)))
    case AnalyzeTables(NamespaceOf(catalog: HBaseTableCatalog, namespace), isSizeOnly) =>
      Seq(AnalyzeTableExec(catalog, analyzed(catalog.listTables(namespace.toArray).toSeq, isSizeOnly)))
    case _ if plan.children.exists(readsOurTable) =>
      OperatorsInSpark.refusal(plan).fold(Seq.empty[SparkPlan])(inSpark(plan, _))
    case _ => Nil
  }

  /** By its members: lines of Spark differ in how many it has. */
  private object NamespaceOf {
    def unapply(plan: LogicalPlan): Option[(CatalogPlugin, Seq[String])] = plan match {
      case resolved: ResolvedNamespace => Some((resolved.catalog, resolved.namespace))
      case _ => None
    }
  }

  /** Sizes are HBase's own, which plans ask for anyhow. */
  private def analyzed(tables: => Seq[Identifier], isSizeOnly: Boolean): Seq[Identifier] =
    if (isSizeOnly) Nil else tables

  /** An operator as Spark plans it, over accesses that say why it stays in Spark. */
  private def inSpark(plan: LogicalPlan, reason: Refusal): Seq[SparkPlan] =
    plannedBySpark(plan).map(_.transformUp { case Access(access, below) =>
      val rows = PushedAccess.rows(access).refusing(reason).plan
      // By this link adaptive execution finds out what an exchange between the two stands for.
      rows.setLogicalLink(below)
      rows
    })

  private def plannedBySpark(plan: LogicalPlan): Seq[SparkPlan] =
    planner.strategies.iterator
      .filterNot(_.isInstanceOf[HBasePlannerStrategy])
      .map(_(plan))
      .find(_.nonEmpty)
      .getOrElse(Nil)

  /** True for a chain of Project, Filter, Expand and joins over such a scan. */
  private def readsOurRows(plan: LogicalPlan): Boolean = plan match {
    case Project(_, child) => readsOurRows(child)
    case Filter(_, child) => readsOurRows(child)
    case Expand(_, _, child) => readsOurRows(child)
    case join: Join => join.children.exists(readsOurRows)
    case other => readsOurTable(other)
  }

  /** True for a chain of Project and Filter over a scan that accepts pushdown. */
  private def readsOurTable(plan: LogicalPlan): Boolean = readsOurTable(plan, _.acceptsPushdown)

  private def readsOurTable(plan: LogicalPlan, accepts: PushableScan => Boolean): Boolean = plan match {
    case Project(_, child) => readsOurTable(child, accepts)
    case Filter(_, child) => readsOurTable(child, accepts)
    case relation: DataSourceV2ScanRelation =>
      relation.scan match {
        case scan: PushableScan => accepts(scan)
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
    case top @ TakeOrderedAndProjectExec(rows, order, _, Access(access, _), _) =>
      top.copy(child = PushTopN(rows, order, access))
    case limit @ CollectLimitExec(rows, Limited(pushed), _) if rows >= 0 => limit.copy(child = pushed(rows))
    case limit @ LocalLimitExec(rows, Limited(pushed)) => limit.copy(child = pushed(rows))
    // With an OFFSET among the rows; without one there is a LocalLimitExec below.
    case limit @ GlobalLimitExec(rows, Limited(pushed), _) if rows >= 0 => limit.copy(child = pushed(rows))
    case limit @ CollectLimitExec(-1, Access(access, _), offset) => limit.copy(child = skipped(offset, access))
    case limit @ GlobalLimitExec(-1, Access(access, _), offset) => limit.copy(child = skipped(offset, access))
  }

  private def skipped(offset: Int, access: PlainAccess): SparkPlan =
    PushedAccess.rows(access).refusing(OperatorsInSpark.offset(offset)).plan

  /** Matches a plan whose rows a limit can select where the rows are stored. */
  private object Limited {
    def unapply(plan: SparkPlan): Option[Int => SparkPlan] = plan match {
      case Access(access, _) => Some(PushLimit(_, access))
      // Above spark.sql.execution.topKSortFallbackThreshold Spark sorts all rows.
      case PlanLater(sort: Sort) if sort.global =>
        planner.BasicOperators(sort).collectFirst { case sorted @ SortExec(order, _, Access(access, _), _) =>
          rows => sorted.copy(child = PushTopN(rows, order, access))
        }
      case _ => None
    }
  }

  /** Matches a plan that Spark has left to plan later, if it is an access to a table of ours. */
  private object Access {
    def unapply(plan: SparkPlan): Option[(PlainAccess, LogicalPlan)] = plan match {
      case PlanLater(below) if readsOurTable(below) => access(below).map((_, below))
      case _ => None
    }
  }

  private def access(plan: LogicalPlan): Option[PlainAccess] =
    dataSourceStrategy(inOneProject(plan)).headOption.collect { case PlainAccess(access) => access }

  /**
   * Spark leaves two Projects on top of each other where the upper one uses an expression of the lower one twice, as of
   * `nullif(upper(s), 'A')`. Spark would rather compute it once.
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
    val planned = planner.Aggregation(aggregate)
    val plans = replaced(planned)
    rowsForGrouping(planned, plans).getOrElse(withInputsComputed(aggregate, plans))
  }

  /** The rows instead of groups where they are known to be as many, so that Spark need not merge what it could group. */
  private def rowsForGrouping(planned: Seq[SparkPlan], pushed: Seq[SparkPlan]): Option[Seq[SparkPlan]] =
    planned match {
      case Seq(RowsForGrouping(grouping @ HashAggregateExec(_, _, _, _, _, _, _, _, PlanLater(below))))
          if readsOurTable(below) =>
        for {
          scan <- pushed.flatMap(_.collectLeaves()).collectFirst {
            case BatchScanExec(_, scan: PushableScan, _, _, _, _) => scan
          }
          reason <- scan.wastefulGrouping
          input <- rows(below, Refusal(PartialAggregate, reason))
        } yield Seq(grouping.copy(child = input))
      case _ => None
    }

  private def withInputsComputed(aggregate: Aggregate, plans: Seq[SparkPlan]): Seq[SparkPlan] = {
    val computed = if (plans.exists(_.exists(isPartial))) AggregateInputs.computed(aggregate, access) else None
    computed.fold(plans)(over => replaced(planner.Aggregation(over)))
  }

  private val PartialAggregate = OperatorInSpark("Aggregate", "PartialAggregate")

  /** In a plan whose partial aggregation was replaced there is no such node. */
  private def isPartial(plan: SparkPlan): Boolean = plan match {
    case node: BaseAggregateExec => PushPartialAggregate.isPartial(node)
    case _ => false
  }

  private def planAggregate(node: BaseAggregateExec): SparkPlan = node.child match {
    case PlanLater(below) if readsOurRows(below) =>
      pushAggregate(node, below) match {
        case Right(replacement) =>
          OperatorsInSpark.markJoins(below, BroadcastJoinExec.OnlyIfChosen)
          replacement
        case Left(reason) =>
          logInfo(s"The partial aggregation stays in Spark: $reason")
          OperatorsInSpark.markJoins(below, reason)
          rows(below, reason.in(PartialAggregate))
            .fold(node: SparkPlan)(input => node.withNewChildren(Seq(input)).asInstanceOf[SparkPlan])
      }
    case _ => node
  }

  private def pushAggregate(node: BaseAggregateExec, below: LogicalPlan): Either[Refusal, SparkPlan] =
    if (node.groupingExpressions.exists(_.metadata.contains(SessionWindow.marker)))
      Left(Refusal("session windows grow from row to row, so Spark merges them"))
    else if (PushPartialAggregate.isPartial(node)) {
      val aggregation = PartialAggregation.of(node, below)
      val needed = AttributeSet(aggregation.keys ++ aggregation.functions)
      for {
        input <- aggregated(aggregation.input, needed)
        pushed <- PushPartialAggregate(node, aggregation, input)
      } yield BroadcastJoinExec.choice(pushed, node, input)
    } else if (PlanShim.bypassesPartialAggregation(session.sessionState.conf))
      Left(Refusal("spark.sql.execution.bypassPartialAggregation is true, so Spark plans no partial aggregation"))
    else Left(Refusal("Spark plans no partial aggregation for this query"))

  /**
   * All that is below an aggregation.
   *
   * @param needed attributes that the operators above use
   */
  private def aggregated(plan: LogicalPlan, needed: AttributeSet): Either[Refusal, PushedAccess] = plan match {
    case chain if readsOurTable(chain) =>
      access(chain).toRight(Refusal("Spark plans the scan in another way")).flatMap(PushedAccess.whole)
    case expand: Expand => aggregated(expand.child, expand.references).flatMap(PushExpand(expand, _))
    case Filter(condition, child) =>
      aggregated(child, needed ++ condition.references).flatMap(PushExpand.filtered(condition, _))
    case Project(list, child) => aggregated(child, AttributeSet(list)).flatMap(PushExpand.projected(list, _))
    case join: Join => joined(join, needed)
    case other => Left(Refusal(s"${other.nodeName} stands between it and the table"))
  }

  /** A join as Spark plans it: which side is small is its decision. */
  private def joined(join: Join, needed: AttributeSet): Either[Refusal, PushedAccess] =
    plannedBySpark(join).headOption match {
      case Some(broadcast: BroadcastHashJoinExec) =>
        JoinSides(broadcast).stream match {
          case PlanLater(stream) if readsOurRows(stream) =>
            val used = needed ++ AttributeSet(broadcast.expressions)
            aggregated(stream, used).flatMap(PushBroadcastJoin(broadcast, _, needed))
          case _ => Left(Refusal("Spark broadcasts the rows of this table to those of the other one"))
        }
      // Spark shuffles both sides, or joins by other conditions than equal keys.
      case _ => Left(OperatorsInSpark.NotInRegion)
    }

  /** Plans the input of an aggregation that stays in Spark, and pushes as much of the table access as possible. */
  private def rows(plan: LogicalPlan, reason: Refusal): Option[SparkPlan] = plan match {
    case chain if readsOurTable(chain) => access(chain).map(PushedAccess.rows(_).refusing(reason).plan)
    case Expand(projections, output, child) => rows(child, reason).map(ExpandExec(projections, output, _))
    case Filter(condition, child) => rows(child, reason).map(FilterExec(condition, _))
    case Project(list, child) => rows(child, reason).map(ProjectExec(list, _))
    // Spark plans a join and its sides by themselves.
    case _ => None
  }

  private def planner = session.sessionState.planner
}
