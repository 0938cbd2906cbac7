package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, AttributeSet, Expression}
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.connector.expressions.aggregate.{Aggregation, Avg}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.hbase.plan.catalyst._
import org.apache.spark.sql.hbase.plan.push.{SourceAggregation, SourceConditions}
import org.apache.spark.sql.hbase.schema.{AssembledStructs, TableLayouts, TableSchema}
import org.apache.spark.sql.hbase.wire.proto.{Aggregate, Operator}
import org.apache.spark.sql.internal.connector.SupportsPushDownCatalystFilters
import org.apache.spark.sql.types.{AtomicType, StructField, StructType}

/**
 * Plans a scan in a session without our extensions. Spark hands conditions, aggregations and limits to any data source;
 * the sub-plan gets those that it computes exactly, and Spark does the others. Conditions come as Spark's own
 * expressions. So they have their types and evaluation modes, and go to the region servers as from a physical plan.
 *
 * {{{
 * SELECT carrier, count(*) FROM flights WHERE month = 1 GROUP BY carrier
 *   HashAggregate(keys=[carrier], functions=[sum(count)])
 *     BatchScan [carrier, count]     sub-plan: Filter(month = 1), Project, Aggregate
 * }}}
 *
 * An ORDER BY with a LIMIT stays in Spark: Spark does not say what it computes above the rows, and an error in a row
 * that the region server leaves out would be lost.
 *
 * Not thread-safe: one query asks it.
 *
 * @param columns plans the scan that only reads columns
 */
final class SourceScanBuilder(table: TableSchema, columns: HBaseScanBuilder)
    extends ScanBuilder
    with SupportsPushDownCatalystFilters
    with SupportsPushDownRequiredColumns
    with SupportsPushDownAggregates
    with SupportsPushDownLimit {

  private var conjuncts: Seq[Expression] = Nil
  private var refusals: Seq[Refusal] = Nil
  private var required: StructType = table.sparkSchema
  private var hasAverage = false
  private var aggregated: Option[SubPlanScan] = None
  private var limit: Option[Int] = None

  /** Returns the conditions that Spark must check. */
  override def pushFilters(conditions: Seq[Expression]): Seq[Expression] = {
    columns.pushFilters(conditions)
    if (columns.acceptsOperators) {
      val names = table.columns.map(_.name).toSet
      val whole = TableLayouts.projection(table, table.sparkSchema)
      val split = SourceConditions.of(conditions, whole, AssembledStructs.of(table, names))
      conjuncts = split.pushed
      refusals = split.refused
    }
    conditions.filterNot(condition => conjuncts.exists(_ eq condition))
  }

  override def pushedFilters: Array[Predicate] = Array.empty

  private def references(expressions: Seq[Expression]): Seq[AttributeReference] =
    AttributeSet.fromAttributeSets(expressions.map(_.references)).toSeq.collect { case column: AttributeReference =>
      column
    }

  override def pruneColumns(requiredSchema: StructType): Unit = {
    columns.pruneColumns(requiredSchema)
    required = requiredSchema
  }

  /** Several tasks read a table, so only Spark has whole groups. It asks here before it makes sums of averages. */
  override def supportCompletePushDown(aggregation: Aggregation): Boolean = {
    hasAverage ||= aggregation.aggregateExpressions.exists(_.isInstanceOf[Avg])
    false
  }

  override def pushAggregation(aggregation: Aggregation): Boolean = {
    val scan = if (columns.acceptsOperators) partial(aggregation) else Left(Refusal("Spark does all work"))
    scan match {
      case Right(pushed) => aggregated = Some(pushed)
      case Left(reason) => refusals :+= reason.in(OperatorInSpark("Aggregate", "PartialAggregate"))
    }
    aggregated.isDefined
  }

  private def partial(aggregation: Aggregation): Either[Refusal, SubPlanScan] = {
    val plain = DataTypeUtils.toAttributes(StructType(table.sparkSchema.filter(_.dataType.isInstanceOf[AtomicType])))
    for {
      pushed <- SourceAggregation.of(aggregation, plain.map(column => column.name -> column).toMap, hasAverage)
      input = references(pushed.keys ++ pushed.functions)
      binding = InputBinding.of(input)
      keys <- Refusal.firstOf(pushed.keys.map(CatalystExpressions.toProto(_, binding)))
      calls <- Refusal.firstOf(pushed.functions.map(CatalystAggregates.toProto(_, binding)))
      aggregate = Aggregate.newBuilder().addAllGroupBy(keys.asJava).addAllCalls(calls.asJava).build()
      output = pushed.keys ++ pushed.functions.flatMap(_.aggregateFunction.aggBufferAttributes)
      scan <- scanning(
        input,
        Seq(SubPlanAssembly.aggregate(aggregate) -> description(pushed)),
        // Spark takes them by position.
        StructType(output.zipWithIndex.map { case (column, i) => StructField(s"_$i", column.dataType) })
      )
    } yield scan
  }

  private def description(pushed: SourceAggregation): String =
    s"PartialAggregate(keys=[${pushed.keys.map(ExpressionText.of).mkString(", ")}], " +
      s"functions=[${pushed.functions.map(ExpressionText.of).mkString(", ")}])"

  override def pushLimit(rows: Int): Boolean = {
    if (columns.acceptsOperators && aggregated.isEmpty) limit = Some(rows)
    limit.isDefined
  }

  override def build(): Scan = aggregated.getOrElse {
    val operators = limit.toSeq.map(rows => SubPlanAssembly.limit(rows.toLong) -> s"PartialLimit($rows)")
    if (conjuncts.isEmpty && operators.isEmpty) columns.build().withReport(PushdownReport(Nil, refusals))
    else
      scanning(DataTypeUtils.toAttributes(required), operators, required) match {
        case Right(scan) => scan
        case Left(reason) => throw new IllegalStateException(s"conditions that were taken are refused: $reason")
      }
  }

  /**
   * Returns the scan whose sub-plan filters rows, picks columns of them, and goes on with more operators.
   *
   * @param picked columns of the table
   * @param more operators over them, with their texts
   * @param output of the last operator
   */
  private def scanning(
      picked: Seq[AttributeReference],
      more: Seq[(Operator, String)],
      output: StructType
  ): Either[Refusal, SubPlanScan] = {
    val scan = columns.build()
    val used = references(conjuncts) ++ picked
    val names = used.map(_.name)
    val layout = scan.layout(names)
    val input = LayoutBinding(layout, used, scan.structs(names))
    for {
      filters <- Refusal.firstOf(conjuncts.map(CatalystExpressions.toProto(_, input)))
      values <- Refusal.firstOf(picked.map(CatalystExpressions.toProto(_, input)))
      operators = (filters.map(SubPlanAssembly.filter) :+ SubPlanAssembly.project(values)) ++ more.map(_._1)
      subPlan <- SubPlanAssembly.checked(layout, operators)
    } yield {
      val shown = conjuncts.map(PushedOperator.filter(_)) ++ more.map(m => PushedOperator(m._2))
      scan.withSubPlan(subPlan, output, PushdownReport(shown, refusals))
    }
  }
}
