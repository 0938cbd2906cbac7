package org.apache.spark.sql.hbase.plan.push.access

// Catalyst has string functions named Left and Right.
import scala.jdk.CollectionConverters._
import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.execution.{FilterExec, ProjectExec, SparkPlan}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystExpressions,
  InputBinding,
  LayoutBinding,
  Placeholders,
  PushdownReport,
  PushedOperator,
  Refusal,
  SubPlanAssembly
}
import org.apache.spark.sql.hbase.shim.ScanShim
import org.apache.spark.sql.hbase.wire.proto.{Operator, SubPlan, TableLayout}

/**
 * The part of a table access that region servers do, and the part that is left for Spark. Immutable; the rules refine
 * it and then turn it into a plan.
 *
 * {{{
 * Project [carrier, length(origin)]                        Project [carrier, length(origin)]
 *   Filter [distance > 100 AND rlike(note, 'J.*')]           Filter [rlike(note, 'J.*')]
 *     BatchScan [carrier, distance, note, origin]              BatchScan [carrier, note, length(origin)]
 *                                                                sub-plan: Filter(distance > 100), Project
 * }}}
 *
 * @param operators of the sub-plan, in order, or why there is none
 * @param output what the last operator yields, by position
 * @param postScan conjuncts that Spark checks on the output
 * @param projections that Spark computes above them, None if the output is the answer
 * @param computed columns of the output that are not the table's, only of those that were chosen one by one
 * @param joins whose build rows the sub-plan gets when the query runs, in the order of its operators
 */
final case class PushedAccess(
    access: PlainAccess,
    layout: TableLayout,
    operators: Either[Refusal, Seq[Operator]],
    output: Seq[AttributeReference],
    postScan: Seq[Expression],
    projections: Option[Seq[NamedExpression]],
    computed: Seq[Alias],
    report: PushdownReport,
    joins: Seq[PushedJoin] = Nil
) {

  /** True if Spark's plan of the access is as good. What a scan learns at run time it must not share with another node. */
  def isPlain: Boolean = report == PushdownReport.nothing && access.batchScan.runtimeFilters.isEmpty

  /** With one operator more, above all others. */
  def adding(operator: Operator, shown: PushedOperator): PushedAccess =
    copy(operators = operators.map(_ :+ operator), report = report.copy(operators = report.operators :+ shown))

  def adding(operator: Operator, description: String): PushedAccess = adding(operator, PushedOperator(description))

  def refusing(refusal: Refusal): PushedAccess = copy(report = report.refusing(Seq(refusal)))

  /** The sub-plan, or why the engine refuses it as a whole. The engine compiles it once. */
  lazy val subPlan: Either[Refusal, SubPlan] = operators.flatMap(SubPlanAssembly.checked(layout, _))

  /** The plan with the sub-plan in its scan; Spark's own plan if there is none. */
  def plan: SparkPlan = subPlan match {
    case Right(subPlan) =>
      val scan = access.scan.withSubPlan(subPlan, DataTypeUtils.fromAttributes(output), report)
      val leaf = PushedAccess.scanning(access, output, scan, subPlan)
      leaf.copyTagsFrom(access.batchScan)
      PushedAccess.above(leaf, postScan, projections)
    case Left(reason) =>
      val leaf = access.batchScan.copy(scan = access.scan.withReport(PushdownReport(Nil, report.refusals :+ reason)))
      leaf.copyTagsFrom(access.batchScan)
      PushedAccess.above(leaf, access.conjuncts, access.projections)
  }
}

object PushedAccess {

  /** Each conjunct and projected expression on its own: for rows. */
  def rows(access: PlainAccess): PushedAccess = {
    val table = Table(access)
    val split = table.conjuncts
    val projection = PushedProjection.split(access.projections, split.postScan, access.batchScan.output, table.input)
    val report = PushdownReport(
      split.pushedOperators ++ projection.pushedOperators,
      split.refused ++ projection.refused
    )
    val projected = Refusal.firstOf(projection.expressions.map(CatalystExpressions.toProto(_, table.input)))
    PushedAccess(
      access,
      table.layout,
      projected.map(split.operators :+ SubPlanAssembly.project(_)),
      projection.output,
      split.postScan,
      projection.postScan,
      projection.computed,
      report
    )
  }

  /** All conjuncts and the whole projection: for operators that look at every row. Or why it cannot be. */
  def whole(access: PlainAccess): Either[Refusal, PushedAccess] = {
    val table = Table(access)
    val split = table.conjuncts
    val projections = access.projections.getOrElse(access.batchScan.output)
    for {
      _ <- split.refused.headOption.map(reason => Refusal(s"the condition below stays in Spark ($reason)")).toLeft(())
      projected <- Refusal.firstOf(projections.map(CatalystExpressions.toProto(_, table.input)))
    } yield PushedAccess(
      access,
      table.layout,
      Right(split.operators :+ SubPlanAssembly.project(projected)),
      projections.map(_.toAttribute).collect { case reference: AttributeReference => reference },
      Nil,
      None,
      Nil,
      PushdownReport(split.pushedOperators, Nil)
    )
  }

  /**
   * The leaf with the scan of a sub-plan. Spark knows its buckets as long as they can be told from the output. It asks
   * for them before it knows the build rows of joins and the values of subqueries.
   */
  def scanning(
      access: PlainAccess,
      output: Seq[AttributeReference],
      scan: PushableScan,
      subPlan: SubPlan
  ): BatchScanExec = {
    val waits = subPlan.getOperatorsList.asScala.exists(_.hasBroadcastJoin) || Placeholders.areIn(subPlan)
    val known = if (waits) AttributeSet.empty else AttributeSet(output)
    val leaf = access.batchScan
    val pushed = leaf.copy(
      output = output,
      scan = scan,
      runtimeFilters = access.runtimeFilters(subPlan),
      ordering = leaf.ordering.filter(_ => scan.keepsRowKeyOrder)
    )
    ScanShim.keepBuckets(pushed)(_.forall(_.references.subsetOf(known)))
  }

  private final case class Table(access: PlainAccess) {
    private val names = access.batchScan.output.map(_.name)
    val layout: TableLayout = access.scan.layout(names)
    val input: InputBinding =
      LayoutBinding(layout, access.batchScan.output, access.scan.structs(names)).copy(values = access.runtimeValues)
    def conjuncts: PushedConjuncts = PushedConjuncts.split(access.conjuncts, layout, input)
  }

  private def above(
      leaf: SparkPlan,
      conjuncts: Seq[Expression],
      projections: Option[Seq[NamedExpression]]
  ): SparkPlan = {
    val filtered = conjuncts.reduceOption(And).fold(leaf)(FilterExec(_, leaf))
    projections.fold(filtered)(ProjectExec(_, filtered))
  }
}
