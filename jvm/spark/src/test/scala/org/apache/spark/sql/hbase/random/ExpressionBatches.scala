package org.apache.spark.sql.hbase.random

import scala.util.Random

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.plan.PlanSession
import org.apache.spark.sql.hbase.random.ExpressionComparison.Outcome
import org.apache.spark.sql.hbase.wire.proto.SubPlan

/** Draws random expressions in batches and compares them: what costs time, Spark's optimizer, costs it per query. */
final class ExpressionBatches(rows: Seq[InternalRow], mutation: SubPlan => SubPlan = identity) {
  import ExpressionBatches._

  PlanSession.createView(Table, WideTable.schema, rows)
  private val comparison = new ExpressionComparison(rows, mutation)

  /** One result per expression that Spark accepts. */
  def compare(random: Random): Seq[Compared] = {
    val settings = RandomSettings.draw(random)
    val generator = new RandomExpressions(random, isCalm = random.nextBoolean())
    val expressions = Seq.fill(Size)(generator.any(1 + random.nextInt(3)))
    settings {
      for ((sql, optimized) <- accepted(expressions); expression <- optimized.expressions)
        yield Compared(settings, sql, comparison.compare(expression, optimized.input))
    }
  }

  private def accepted(expressions: Seq[String]): Seq[(String, OptimizedExpressions.Optimized)] =
    OptimizedExpressions.of(Table, expressions) match {
      case Some(all) => expressions.zip(all.expressions.map(one => all.copy(expressions = Seq(one))))
      case None if expressions.size > 1 => expressions.flatMap(one => accepted(Seq(one)))
      case None => Nil
    }
}

object ExpressionBatches {
  private val Table = "wide_expressions"
  private val Size = 16

  final case class Compared(settings: RandomSettings, sql: String, outcome: Outcome)
}
