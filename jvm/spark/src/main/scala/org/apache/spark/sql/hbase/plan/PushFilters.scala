package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.catalyst.expressions.{And, AttributeReference, AttributeSet, Expression}
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.execution.{FilterExec, ProjectExec, SparkPlan}
import org.apache.spark.sql.hbase.wire.proto.TableLayout

/**
 * Pushes the conjuncts of a table access into its sub-plan and drops the columns that only they need.
 *
 * {{{
 * Project [carrier]                                   Project [carrier]
 *   Filter [distance > 100 AND rlike(origin, 'J.*')]    Filter [rlike(origin, 'J.*')]
 *     BatchScan [carrier, distance, origin]               BatchScan [carrier, origin]
 *                                                           sub-plan: Filter(distance > 100), Project(carrier, origin)
 * }}}
 */
object PushFilters {

  /**
   * @param reasons why an operator above the access was not pushed down, for EXPLAIN
   */
  def apply(access: TableAccess, reasons: Seq[String]): SparkPlan = {
    val columns = access.batchScan.output
    val layout = access.scan.layout(columns.map(_.name))
    val input = LayoutBinding(layout, columns)
    val split = PushedConjuncts.split(access.conjuncts, layout, input)
    val residual = split.residual
    val needed = AttributeSet(access.projections.getOrElse(columns) ++ residual)
    val output = if (residual.isEmpty && access.projections.isEmpty) columns else columns.filter(needed.contains)
    val report = PushdownReport(split.pushedDescriptions, split.refused ++ reasons)

    val leaf = subPlanScan(access, layout, input, split, output, report) match {
      case Right(scan) => access.batchScan.copy(output = output, scan = scan, ordering = None)
      case Left(reason) => return unchanged(access, report.refusing(Seq(reason)))
    }
    leaf.copyTagsFrom(access.batchScan)
    rebuild(access, residual, leaf)
  }

  private def subPlanScan(
      access: TableAccess,
      layout: TableLayout,
      input: InputBinding,
      split: PushedConjuncts,
      output: Seq[AttributeReference],
      report: PushdownReport
  ) =
    for {
      projected <- CatalystExpressions.all(output.map(CatalystExpressions.toProto(_, input)))
      subPlan <- SubPlans.checked(layout, split.operators :+ SubPlans.project(projected))
    } yield access.scan.withSubPlan(subPlan, DataTypeUtils.fromAttributes(output), report)

  private def unchanged(access: TableAccess, report: PushdownReport): SparkPlan = {
    val leaf = access.batchScan.copy(scan = access.scan.withReport(report.copy(pushed = Nil)))
    leaf.copyTagsFrom(access.batchScan)
    rebuild(access, access.conjuncts, leaf)
  }

  private def rebuild(access: TableAccess, conjuncts: Seq[Expression], leaf: SparkPlan): SparkPlan = {
    val filtered = conjuncts.reduceOption(And).fold(leaf)(FilterExec(_, leaf))
    access.projections.fold(filtered)(ProjectExec(_, filtered))
  }
}
