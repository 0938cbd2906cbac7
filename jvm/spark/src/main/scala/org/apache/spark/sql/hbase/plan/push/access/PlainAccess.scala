package org.apache.spark.sql.hbase.plan.push.access

import org.apache.spark.sql.catalyst.expressions.{DynamicPruning, Expression, NamedExpression}
import org.apache.spark.sql.execution.{FilterExec, ProjectExec, SparkPlan}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.plan.catalyst.Placeholders
import org.apache.spark.sql.hbase.shim.RuntimeFilteringShim
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.wire.proto.SubPlan

/**
 * One physical access to one of our tables: `[Project] [Filter] BatchScanExec(our scan)`.
 *
 * @param projections of the Project, None without one
 * @param conjuncts of the Filter in the order of [[ConjunctOrder]]
 * @param batchScan the leaf
 * @param scan its scan, ours and not yet refined
 */
final case class PlainAccess(
    projections: Option[Seq[NamedExpression]],
    conjuncts: Seq[Expression],
    batchScan: BatchScanExec,
    scan: PushableScan
) {

  /** The values that scalar subqueries make known; none where Spark does not tell them to a scan. */
  val runtimeValues: Seq[Expression] =
    if (RuntimeFilteringShim.subqueriesRefused.isDefined) Nil
    else RuntimeValues.of(conjuncts ++ projections.getOrElse(Nil))

  /**
   * Returns the filters that a scan with the sub-plan learns when the query runs. Conditions with scalar subqueries,
   * which Spark has among its runtime filters, are the sub-plan's own.
   */
  def runtimeFilters(subPlan: SubPlan): Seq[Expression] =
    batchScan.runtimeFilters.filter(_.isInstanceOf[DynamicPruning]) ++
      Option.when(Placeholders.areIn(subPlan))(RuntimeValues(runtimeValues))
}

object PlainAccess {

  def unapply(plan: SparkPlan): Option[PlainAccess] = plan match {
    case ProjectExec(projections, Filtered(conjuncts, batchScan, scan)) =>
      Some(PlainAccess(Some(projections), conjuncts, batchScan, scan))
    case Filtered(conjuncts, batchScan, scan) => Some(PlainAccess(None, conjuncts, batchScan, scan))
    case _ => None
  }

  private object Filtered {
    def unapply(plan: SparkPlan): Option[(Seq[Expression], BatchScanExec, PushableScan)] = plan match {
      case filter @ FilterExec(_, Ours(batchScan, scan)) => Some((ConjunctOrder.of(filter), batchScan, scan))
      case Ours(batchScan, scan) => Some((Nil, batchScan, scan))
      case _ => None
    }
  }

  private object Ours {
    def unapply(plan: SparkPlan): Option[(BatchScanExec, PushableScan)] = plan match {
      case batchScan: BatchScanExec =>
        batchScan.scan match {
          case scan: PushableScan if scan.acceptsPushdown => Some((batchScan, scan))
          case _ => None
        }
      case _ => None
    }
  }
}
