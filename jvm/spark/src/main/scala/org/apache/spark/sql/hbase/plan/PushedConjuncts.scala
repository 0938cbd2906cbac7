package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.hbase.wire.proto.{Operator, TableLayout}

/**
 * The conjuncts of a filter, split into what the region server checks and what Spark still must.
 *
 * @param operators one Filter per pushed conjunct, in Spark's order
 * @param pushed the conjuncts behind them
 * @param residual the rest, in Spark's order
 * @param refused a reason per residual conjunct
 */
final case class PushedConjuncts(
    operators: Seq[Operator],
    pushed: Seq[Expression],
    residual: Seq[Expression],
    refused: Seq[String]) {
  def pushedDescriptions: Seq[String] = pushed.map(conjunct => s"Filter(${conjunct.sql})")
}

object PushedConjuncts {
  private val none = PushedConjuncts(Nil, Nil, Nil, Nil)

  def split(conjuncts: Seq[Expression], layout: TableLayout, input: InputBinding): PushedConjuncts =
    conjuncts.foldLeft(none) { (split, conjunct) =>
      translate(conjunct, split, layout, input) match {
        case Right(operator) => split.copy(operators = split.operators :+ operator, pushed = split.pushed :+ conjunct)
        case Left(reason) => split.copy(residual = split.residual :+ conjunct, refused = split.refused :+ reason)
      }
    }

  private def translate(
      conjunct: Expression,
      before: PushedConjuncts,
      layout: TableLayout,
      input: InputBinding): Either[String, Operator] =
    if (before.residual.nonEmpty && Raising.mayRaise(conjunct)) {
      Left(s"${conjunct.sql}: it may raise an error and stands after a condition that stays in Spark")
    } else {
      for {
        predicate <- CatalystExpressions.toProto(conjunct, input)
        operator = SubPlans.filter(predicate)
        _ <- SubPlans.checked(layout, Seq(operator)).left.map(reason => s"${conjunct.sql}: $reason")
      } yield operator
    }
}
