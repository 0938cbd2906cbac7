package org.apache.spark.sql.hbase.plan.push.access

import org.apache.spark.sql.catalyst.expressions.{BloomFilterMightContain, Expression}
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystExpressions,
  ExpressionText,
  InputBinding,
  PushedOperator,
  RaisingInSpark,
  Refusal,
  SubPlanAssembly
}
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, Operator, TableLayout}

/**
 * The conjuncts of a filter, split into what the region server checks and what Spark still must.
 *
 * @param operators one Filter per pushed conjunct, in Spark's order
 * @param pushed the conjuncts behind them
 * @param postScan the rest, in Spark's order
 * @param refused a reason per conjunct of `postScan`
 */
final case class PushedConjuncts(
    operators: Seq[Operator],
    pushed: Seq[Expression],
    postScan: Seq[Expression],
    refused: Seq[Refusal]
) {
  def pushedOperators: Seq[PushedOperator] = pushed.map(PushedOperator.filter)
}

object PushedConjuncts {
  private val none = PushedConjuncts(Nil, Nil, Nil, Nil)

  def split(conjuncts: Seq[Expression], layout: TableLayout, input: InputBinding): PushedConjuncts =
    conjuncts.foldLeft(none) { (split, conjunct) =>
      translate(conjunct, split, layout, input) match {
        case Right(operator) => split.copy(operators = split.operators :+ operator, pushed = split.pushed :+ conjunct)
        case Left(reason) => split.copy(postScan = split.postScan :+ conjunct, refused = split.refused :+ reason)
      }
    }

  private def translate(
      conjunct: Expression,
      before: PushedConjuncts,
      layout: TableLayout,
      input: InputBinding
  ): Either[Refusal, Operator] =
    for {
      predicate <- CatalystExpressions.toProto(conjunct, input)
      _ <- keepsItsPlace(conjunct, predicate, before, input)
      operator =
        if (isOptional(conjunct)) SubPlanAssembly.optionalFilter(predicate) else SubPlanAssembly.filter(predicate)
      _ <- SubPlanAssembly.checked(layout, Seq(operator)).left.map(_.in(conjunct))
    } yield operator

  /** Spark has made it from the other side of a join above. */
  private def isOptional(conjunct: Expression): Boolean = conjunct.isInstanceOf[BloomFilterMightContain]

  /**
   * A conjunct is evaluated before those that stay in Spark, though it may stand after them. A conjunct that may raise
   * an error would then see rows that Spark drops first, and raise where Spark does not. If one of the others may
   * raise, this one would drop the row, and Spark would not raise.
   */
  private def keepsItsPlace(
      conjunct: Expression,
      predicate: ProtoExpression,
      before: PushedConjuncts,
      input: InputBinding
  ): Either[Refusal, Unit] = {
    def after(reason: String) = Left(Refusal.of(conjunct, reason))
    if (before.postScan.isEmpty) Right(())
    else if (RaisingExpressions.mayRaise(predicate))
      after("it may raise an error and stands after a condition that stays in Spark")
    else if (before.postScan.exists(RaisingInSpark.mayRaise(_, input)))
      after("it stands after a condition that stays in Spark and may raise an error")
    else Right(())
  }
}
