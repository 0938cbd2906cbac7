package org.apache.spark.sql.hbase.plan.push

import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.expressions.{
  Ascending,
  Descending,
  NullsFirst,
  NullsLast,
  SortOrder,
  SortDirection => CatalystDirection,
  NullOrdering
}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystExpressions,
  ExpressionText,
  InputBinding,
  OperatorInSpark,
  Refusal,
  SubPlanAssembly
}
import org.apache.spark.sql.hbase.plan.push.access.{PushedAccess, PlainAccess}
import org.apache.spark.sql.hbase.wire.proto.{NullOrder, SortDirection, SortKey}

/**
 * Keeps the first rows of each region for an ORDER BY with a LIMIT. Spark still orders what all regions send.
 *
 * {{{
 * TakeOrderedAndProject 5 [distance DESC]         TakeOrderedAndProject 5 [distance DESC]
 *   Project [carrier, distance]                     BatchScan [carrier, distance]
 *     Filter [month = 1]                              sub-plan: Filter, Project, TopN 5 [distance DESC]
 *       BatchScan [carrier, distance, month]
 * }}}
 *
 * Where the order is that of row keys, or the opposite one, a region stops after these rows, see [[RowKeyOrder]].
 *
 * Spark orders after it has computed the projection for every row, so the whole projection is pushed too, or nothing.
 * An error in a row that the region leaves out would be lost. A key that may raise an error stays in Spark, which
 * compares keys only as far as it must.
 */
object PushTopN {

  /** They come in one frame, and a step back is a seek. */
  private val MaxBackwardRows = 10000

  /**
   * @param rows of the LIMIT, with those of an OFFSET among them
   * @param access below it
   */
  def apply(rows: Int, order: Seq[SortOrder], access: PlainAccess): SparkPlan =
    topN(rows, order, access) match {
      case Right(pushed) => pushed.plan
      case Left(reason) =>
        PushedAccess.rows(access).refusing(reason.in(OperatorInSpark("TopN", s"PartialTopN($rows)"))).plan
    }

  private def topN(rows: Int, order: Seq[SortOrder], access: PlainAccess): Either[Refusal, PushedAccess] =
    for {
      input <- PushedAccess.whole(access)
      keys <- Refusal.firstOf(order.map(key(_, InputBinding.of(input.output))))
      pushed =
        if (comesFirst(order, input))
          input.adding(SubPlanAssembly.limit(rows.toLong), s"${description(rows, order)} in row-key order")
        else if (comesLast(rows, order, input))
          input.adding(SubPlanAssembly.lastRows(rows.toLong), s"${description(rows, order)} in reversed row-key order")
        else input.adding(SubPlanAssembly.topN(rows.toLong, keys), description(rows, order))
      _ <- pushed.subPlan
    } yield pushed

  /** Whether the first rows of a region are the first ones of the order. */
  private def comesFirst(order: Seq[SortOrder], input: PushedAccess): Boolean =
    RowKeyOrder.is(order, input.layout, input.access) &&
      input.operators.exists(RowKeyOrder.neverRaises)

  /** Whether it pays to read each region from its end. */
  private def comesLast(rows: Int, order: Seq[SortOrder], input: PushedAccess): Boolean =
    rows <= MaxBackwardRows &&
      RowKeyOrder.isBackward(order, input.layout, input.access) &&
      input.operators.exists(RowKeyOrder.neverRaises) &&
      input.subPlan.exists(RowKeyOrder.readsFewOthers)

  private def key(order: SortOrder, input: InputBinding): Either[Refusal, SortKey] =
    CatalystExpressions.toProto(order.child, input).flatMap { expression =>
      if (RaisingExpressions.mayRaise(expression))
        Left(
          Refusal(
            s"${ExpressionText.of(order.child)} may raise an error, and Spark does not compare the keys of every row"
          )
        )
      else
        Right(
          SortKey
            .newBuilder()
            .setExpression(expression)
            .setDirection(direction(order.direction))
            .setNulls(nulls(order.nullOrdering))
            .build()
        )
    }

  private def direction(direction: CatalystDirection): SortDirection = direction match {
    case Ascending => SortDirection.ASCENDING
    case Descending => SortDirection.DESCENDING
  }

  private def nulls(ordering: NullOrdering): NullOrder = ordering match {
    case NullsFirst => NullOrder.NULLS_FIRST
    case NullsLast => NullOrder.NULLS_LAST
  }

  private def description(rows: Int, order: Seq[SortOrder]): String =
    order.map(ExpressionText.of).mkString(s"PartialTopN($rows, [", ", ", "])")
}
