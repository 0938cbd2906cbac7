package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.{ProjectExec, SparkPlan}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec

/**
 * The request of a partial aggregation of Spark to the region servers. They group by plain values only: where Spark
 * groups by a struct, they group by its parts, and a projection puts it together again.
 *
 * {{{
 * HashAggregate(keys=[window], partial_count)         Project [named_struct(start, end) AS window, count]
 *   Project [named_struct(x, y) AS window]              HashAggregate(keys=[start, end], partial_count)
 *     BatchScan [at]                                      Project [x AS start, y AS end]
 *                                                           BatchScan [at]
 * }}}
 *
 * Sums that Spark looks at after each row are those of one group, see [[WideDecimalSums]].
 *
 * Immutable.
 *
 * @param keys without Spark's normalisation of NaN and -0.0, which the engine does itself
 * @param output of the scan that replaces the aggregation: the keys, then Spark's aggregation buffer
 * @param input what is aggregated
 * @param answer Spark's output, as made of the scan's; None if it is the scan's
 */
private[plan] final case class PartialAggregation(
    keys: Seq[NamedExpression],
    functions: Seq[AggregateExpression],
    output: Seq[Attribute],
    input: LogicalPlan,
    answer: Option[Seq[NamedExpression]]
) {

  /** @param scan of the output */
  def answered(scan: SparkPlan): SparkPlan = answer.fold(scan)(ProjectExec(_, scan))
}

private[plan] object PartialAggregation {

  /** @param input below the node */
  def of(node: BaseAggregateExec, input: LogicalPlan): PartialAggregation = {
    val keys = node.groupingExpressions.map(FloatingKeys.withoutNormalisation(_).asInstanceOf[NamedExpression])
    val structs = AttributeSet(keys.filter(ComparedParts.isStruct))
    val (below, columns) = StructColumns.flattened(input, structs)
    val flat =
      if (WideDecimalSums.areBounded(node)) Seq(Key(Seq(Alias(Literal.TrueLiteral, "all")()), None))
      else keys.map(key => if (ComparedParts.isStruct(key)) inParts(key, columns) else plain(key, columns))
    val buffer = node.output.drop(keys.size)
    PartialAggregation(
      flat.flatMap(_.columns),
      node.aggregateExpressions.map(columns.inParts(_).asInstanceOf[AggregateExpression]),
      flat.flatMap(_.columns.map(_.toAttribute)) ++ buffer,
      below,
      if (flat.forall(_.isAnswer)) None else Some(flat.flatMap(_.answer) ++ buffer)
    )
  }

  /**
   * @param columns of the scan
   * @param answer Spark's key as made of them, None if Spark has no such key
   */
  private final case class Key(columns: Seq[NamedExpression], answer: Option[NamedExpression]) {
    def isAnswer: Boolean = answer.toSeq == columns.map(_.toAttribute)
  }

  private def plain(key: NamedExpression, columns: StructColumns): Key =
    Key(Seq(columns.inParts(key).asInstanceOf[NamedExpression]), Some(key.toAttribute))

  private def inParts(key: NamedExpression, columns: StructColumns): Key = {
    val value = key match { case Alias(child, _) => child; case other => other }
    val (parts, aliases) = columns.partsOf(value).columns(key.name)
    Key(aliases, Some(Alias(parts.whole, key.name)(key.exprId, key.qualifier, Some(key.metadata))))
  }
}
