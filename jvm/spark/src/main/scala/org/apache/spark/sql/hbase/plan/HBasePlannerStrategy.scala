package org.apache.spark.sql.hbase.plan

import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, Filter, LogicalPlan, Project}
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution.{PlanLater, SparkPlan, SparkStrategy}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.datasources.v2.{DataSourceV2ScanRelation, DataSourceV2Strategy}

/**
 * Plucks the sub-plan of a query from just under the exchange. Spark plans the operators itself; this strategy looks
 * at the result and replaces what the region servers do exactly, so Spark keeps choosing between hash and sort
 * aggregation, expanding DISTINCT and handling FILTER. A planner strategy works with and without adaptive execution.
 *
 * Called by Spark's planner on the driver, one thread per query.
 */
final class HBasePlannerStrategy(session: SparkSession) extends SparkStrategy with Logging {
  private lazy val dataSourceStrategy = new DataSourceV2Strategy(session)

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = plan match {
    case aggregate: Aggregate if readsOurTable(aggregate.child) => planAggregate(aggregate)
    case _: Project | _: Filter if readsOurTable(plan) => planAccess(plan).toSeq
    case _ => Nil
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

  /** None without a condition: Spark's own plan already reads only the columns it needs. */
  private def planAccess(plan: LogicalPlan): Option[SparkPlan] =
    dataSourceStrategy(plan).headOption.collect {
      case TableAccess(access) if access.conjuncts.nonEmpty => PushFilters(access, Nil)
    }

  private def planAggregate(aggregate: Aggregate): Seq[SparkPlan] =
    planner.Aggregation(aggregate).map(_.transformUp { case node: BaseAggregateExec => planNode(node) })

  private def planNode(node: BaseAggregateExec): SparkPlan = node.child match {
    case PlanLater(below) =>
      dataSourceStrategy(below).headOption match {
        case Some(TableAccess(access)) =>
          pushAggregate(node, access) match {
            case Right(replacement) => replacement
            case Left(reason) =>
              logInfo(s"The partial aggregation stays in Spark: $reason")
              node.withNewChildren(Seq(PushFilters(access, Seq(s"PartialAggregate: $reason")))).asInstanceOf[SparkPlan]
          }
        case _ => node
      }
    case _ => node
  }

  private def pushAggregate(node: BaseAggregateExec, access: TableAccess): Either[String, SparkPlan] =
    if (PushPartialAggregate.isPartial(node)) PushPartialAggregate(node, access)
    else if (session.sessionState.conf.bypassPartialAggregation)
      Left("spark.sql.execution.bypassPartialAggregation is true, so Spark plans no partial aggregation")
    else Left("Spark plans no partial aggregation for this query")

  private def planner = session.sessionState.planner
}
