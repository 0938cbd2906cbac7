package org.apache.spark.sql.hbase.read.report

import java.util.Locale

import org.apache.spark.sql.catalyst.expressions.{
  Alias,
  Attribute,
  AttributeMap,
  Expression,
  PredicateHelper,
  PrettyAttribute
}
import org.apache.spark.sql.catalyst.expressions.aggregate.{Complete, Final, Partial}
import org.apache.spark.sql.catalyst.plans.physical.{HashPartitioning, Partitioning, RangePartitioning, SinglePartition}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.{AQEShuffleReadExec, AdaptiveSparkPlanExec, QueryStageExec}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeExec, ReusedExchangeExec, ShuffleExchangeExec}
import org.apache.spark.sql.execution.joins.BaseJoinExec
import org.apache.spark.sql.execution.window.WindowExecBase
import org.apache.spark.sql.hbase.plan.catalyst.ExpressionText
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * An operator that Spark runs.
 *
 * @param operator its name, as refusals have it
 * @param text for people
 * @param conditions of a filter, all of which have to be true
 */
private[read] final case class SparkStep(operator: String, text: String, conditions: Seq[StepCondition] = Nil)

/**
 * A condition that Spark checks.
 *
 * @param parts the texts of the expressions in it, with its own
 */
private[read] final case class StepCondition(text: String, parts: Set[String])

/** The operators that Spark runs above a scan, in words. */
private[read] object SparkSteps extends PredicateHelper {

  /**
   * Leaves out nodes that do nothing with the rows, such as the stages of adaptive execution.
   *
   * @param nodes of a physical plan, from its root to the scan
   */
  def of(nodes: Seq[SparkPlan]): Seq[SparkStep] = {
    val names = AttributeMap(nodes.flatMap(groupingExpressions))
    nodes.flatMap(step(_, new Texts(names)))
  }

  /** Columns that Spark's rule `PullOutGroupingExpressions` makes, and what they are in the query. */
  private def groupingExpressions(node: SparkPlan): Seq[(Attribute, Attribute)] = {
    val aliases = node match {
      case project: ProjectExec => project.projectList
      case aggregate: BaseAggregateExec => aggregate.resultExpressions
      case _ => Nil
    }
    aliases.collect {
      case alias @ Alias(source: Attribute, name) if source.name == GroupingExpression =>
        source -> PrettyAttribute(name, source.dataType)
      case alias: Alias if alias.name == GroupingExpression =>
        alias.toAttribute -> PrettyAttribute(ExpressionText.of(alias.child), alias.dataType)
    }
  }

  private val GroupingExpression = "_groupingexpression"

  private final class Texts(names: AttributeMap[Attribute]) {
    def of(expression: Expression): String =
      expression match {
        case alias: Alias => ExpressionText.of(renamed(alias.child))
        case other => ExpressionText.of(renamed(other))
      }

    def condition(expression: Expression): StepCondition =
      StepCondition(of(expression), renamed(expression).collect { case part => ExpressionText.of(part) }.toSet)

    def all(expressions: Seq[Expression]): String = expressions.map(of).mkString(", ")

    private def renamed(expression: Expression): Expression =
      expression.transform { case attribute: Attribute => names.getOrElse(attribute, unquoted(attribute)) }

    /** Spark calls a computed column by its text. */
    private def unquoted(attribute: Attribute): Attribute =
      if (attribute.name.contains("(")) PrettyAttribute(attribute.name, attribute.dataType) else attribute
  }

  private def step(node: SparkPlan, texts: Texts): Option[SparkStep] = node match {
    case filter: FilterExec =>
      val conditions = splitConjunctivePredicates(filter.condition).map(texts.condition)
      Some(SparkStep("Filter", conditions.map(_.text).mkString("Filter(", " AND ", ")"), conditions))
    case project: ProjectExec =>
      val computed = project.projectList.collect {
        case alias: Alias if !alias.child.isInstanceOf[Attribute] => alias.child
      }
      Option.when(computed.nonEmpty)(SparkStep("Project", s"Project(${texts.all(computed)})"))
    case _: AdaptiveSparkPlanExec | _: QueryStageExec | _: AQEShuffleReadExec | _: ReusedExchangeExec |
        _: WholeStageCodegenExec | _: InputAdapter | _: ColumnarToRowExec | _: BatchScanExec | _: BaseSubqueryExec =>
      None
    case other => Some(SparkStep(operator(other), text(other, texts)))
  }

  private def operator(node: SparkPlan): String = node match {
    case _: BaseAggregateExec => "Aggregate"
    case _: TakeOrderedAndProjectExec => "TopN"
    case _: LimitExec => "Limit"
    case _: WindowExecBase => "Window"
    case _: BaseJoinExec => "Join"
    case other => other.nodeName
  }

  private def text(node: SparkPlan, texts: Texts): String = node match {
    case aggregate: BaseAggregateExec => s"${phase(aggregate)}Aggregate(${work(aggregate, texts)})"
    case exchange: ShuffleExchangeExec => s"Exchange(${partitioning(exchange.outputPartitioning, texts)})"
    case _: BroadcastExchangeExec => "Broadcast(to all executors)"
    case sort: SortExec => s"Sort(${texts.all(sort.sortOrder)})"
    case top: TakeOrderedAndProjectExec => s"TopN(${top.limit}, [${texts.all(top.sortOrder)}])"
    case limit: LimitExec => s"Limit(${limit.limit})"
    case window: WindowExecBase => s"Window(${texts.all(window.windowExpression)})"
    case join: BaseJoinExec =>
      val keys =
        join.leftKeys.zip(join.rightKeys).map { case (left, right) => s"${texts.of(left)} = ${texts.of(right)}" }
      val condition = (keys ++ join.condition.map(texts.of)).mkString(" AND ")
      s"${join.nodeName}(${join.joinType.toString.toLowerCase(Locale.ROOT)}${if (condition.isEmpty) ""
        else s", $condition"})"
    case other => other.nodeName
  }

  private def phase(aggregate: BaseAggregateExec): String = aggregate.aggregateExpressions.map(_.mode).distinct match {
    case Seq(Partial) => "Partial"
    case Seq(Final) => "Final"
    case Seq(Complete) | Seq() => ""
    case _ => "Merging"
  }

  private def work(aggregate: BaseAggregateExec, texts: Texts): String = {
    val functions = aggregate.aggregateExpressions.map(each => texts.of(each.aggregateFunction))
    s"keys=[${texts.all(aggregate.groupingExpressions)}], functions=[${functions.mkString(", ")}]"
  }

  private def partitioning(of: Partitioning, texts: Texts): String = of match {
    case hash: HashPartitioning => s"by ${texts.all(hash.expressions)}"
    case range: RangePartitioning => s"by order of ${texts.all(range.ordering)}"
    case SinglePartition => "to one task"
    case other => s"to ${other.numPartitions} tasks"
  }
}
