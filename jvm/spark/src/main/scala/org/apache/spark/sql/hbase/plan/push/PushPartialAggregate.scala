package org.apache.spark.sql.hbase.plan.push

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{Alias, Attribute, AttributeMap, AttributeReference}
import org.apache.spark.sql.catalyst.expressions.aggregate.Partial
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystAggregates,
  CatalystExpressions,
  CatalystTypes,
  ExpressionText,
  InputBinding,
  Refusal,
  SubPlanAssembly
}
import org.apache.spark.sql.hbase.plan.push.access.PushedAccess
import org.apache.spark.sql.hbase.wire.proto.{Aggregate, SubPlan}

/**
 * Replaces a partial aggregation over a table access by a scan whose output is the aggregation buffer. The region
 * servers aggregate, and Spark's own final aggregation merges.
 *
 * {{{
 * HashAggregate(keys=[carrier], functions=[partial_sum(distance)])     BatchScan [carrier, sum]
 *   Project [carrier, distance]                                          sub-plan: Filter, Project, Aggregate
 *     Filter [month = 1]
 *       BatchScan [carrier, distance, month]
 * }}}
 */
object PushPartialAggregate {

  /** True for the node that stands just under the exchange: every function partial, none distinct, no streaming. */
  def isPartial(node: BaseAggregateExec): Boolean =
    !node.isStreaming && node.aggregateExpressions.forall(e => e.mode == Partial && !e.isDistinct) &&
      // A final or intermediate node without functions (SELECT DISTINCT) asks for a distribution of its child.
      (node.aggregateExpressions.nonEmpty || node.requiredChildDistributionExpressions.isEmpty)

  /**
   * The replacement, or why there is none.
   *
   * @param aggregation of the node
   * @param input what is aggregated
   */
  def apply(
      node: BaseAggregateExec,
      aggregation: PartialAggregation,
      input: PushedAccess
  ): Either[Refusal, SparkPlan] =
    for {
      aggregate <- toProto(aggregation, InputBinding.of(input.output))
      pushed = input.adding(SubPlanAssembly.aggregate(aggregate), description(node, input))
      subPlan <- pushed.subPlan
      output <- bufferAttributes(aggregation.output, subPlan)
    } yield {
      val scan = input.access.scan.withSubPlan(subPlan, DataTypeUtils.fromAttributes(output), pushed.report)
      val leaf = PushedAccess.scanning(input.access, output, scan, subPlan)
      leaf.copyTagsFrom(node)
      aggregation.answered(leaf)
    }

  /** Spark computes grouping expressions below, under a name of its own. */
  private def description(node: BaseAggregateExec, input: PushedAccess): String = {
    val computed = AttributeMap(input.access.projections.toSeq.flatten.collect {
      case alias: Alias if alias.name == GroupingExpression => alias.toAttribute -> alias.child
    })
    val keys = node.groupingExpressions.map(_.transform { case a: Attribute => computed.getOrElse(a, a) })
    s"PartialAggregate(keys=[${keys.map(ExpressionText.of).mkString(", ")}], " +
      s"functions=[${node.aggregateExpressions.map(ExpressionText.of).mkString(", ")}])"
  }

  /** The name that Spark's rule `PullOutGroupingExpressions` gives. */
  private val GroupingExpression = "_groupingexpression"

  private def toProto(aggregation: PartialAggregation, input: InputBinding): Either[Refusal, Aggregate] =
    for {
      groups <- Refusal.firstOf(aggregation.keys.map(CatalystExpressions.toProto(_, input)))
      calls <- Refusal.firstOf(aggregation.functions.map(CatalystAggregates.toProto(_, input)))
    } yield Aggregate.newBuilder().addAllGroupBy(groups.asJava).addAllCalls(calls.asJava).build()

  /** The expected output, if it is what the sub-plan yields: the guard against another Spark whose buffers differ. */
  private def bufferAttributes(
      expected: Seq[Attribute],
      subPlan: SubPlan
  ): Either[Refusal, Seq[AttributeReference]] = {
    val aggregate = subPlan.getOperators(subPlan.getOperatorsCount - 1).getAggregate
    val yielded = aggregate.getGroupByList.asScala.map(_.getType) ++
      aggregate.getCallsList.asScala.flatMap(_.getStateTypesList.asScala)
    val references = expected.collect { case reference: AttributeReference => reference }
    Refusal.firstOf(expected.map(a => CatalystTypes.toProto(a.dataType))).flatMap { types =>
      if (references.size == expected.size && types == yielded.toSeq) Right(references)
      else {
        val types = expected.map(_.dataType.sql).mkString(", ")
        Left(Refusal(s"this Spark's aggregation buffer is not the one known: $types"))
      }
    }
  }
}
