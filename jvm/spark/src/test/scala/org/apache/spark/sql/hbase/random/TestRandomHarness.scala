package org.apache.spark.sql.hbase.random

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.expressions.UnsafeProjection
import org.apache.spark.sql.hbase.Turns

/** The random comparisons notice an engine that is wrong, and make the same queries from the same seed. */
class TestRandomHarness {
  private val rows = WideTable.rows(1, 100)
  private val run = new RandomRun("mutations", 1000)
  private val MaxQueries = 300

  @Test
  def everyBrokenFunctionIsNoticed(): Unit =
    for ((what, mutation) <- Turns.half(PlanMutations.ofExpressions.toSeq, "broken functions")) {
      val batches = new ExpressionBatches(rows, mutation)
      val isNoticed = run.numbers.exists { batch =>
        batches.compare(run.random(batch)).exists(_.outcome.isInstanceOf[ExpressionComparison.Different])
      }
      assertTrue(isNoticed, what)
    }

  @Test
  def everyBrokenOperatorIsNoticed(): Unit =
    for ((what, (keyword, mutation)) <- Turns.half(PlanMutations.ofOperators.toSeq, "broken operators")) {
      val comparison = new QueryComparison("wide_broken", rows, mutation)
      val concerned = Iterator.from(0).map(run.random).map(RandomQueries.draw).filter(_._2.sql.contains(keyword))
      val isNoticed = concerned.take(MaxQueries).exists { case (settings, query) =>
        comparison.compare(settings, query).isInstanceOf[QueryComparison.Different]
      }
      assertTrue(isNoticed, what)
    }

  @Test
  def theSameSeedMakesTheSameQueries(): Unit = {
    def queries = (0 until 50).map(number => RandomQueries.draw(run.random(number)))
    assertEquals(queries, queries)
    // A map has no equality of its own, but its bytes have.
    val bytes = UnsafeProjection.create(WideTable.schema)
    def table = WideTable.rows(1, 100).map(row => bytes(row).copy())
    assertEquals(table, table)
  }

  @Test
  def aPercentSignInAGroupColumnIsText(): Unit = {
    val query = RandomQuery(Seq("count(*)"), groupBy = Seq("printf('%d', k)", "g"), grouping = "GROUP BY CUBE(%s)")
    assertEquals("SELECT count(*) FROM @wide GROUP BY CUBE(printf('%d', k), g)", query.sql)
  }

  @Test
  def everySignatureIsWrittenWithItsPlaceholdersFilled(): Unit = {
    val expressions = new RandomExpressions(run.random(1), isCalm = false)
    val templates = Signatures.all.map(_.template) ++ AggregateFunctions.all.map(_.template)
    val filled = templates.map(expressions.fill(_, 2))
    filled.foreach(sql => assertTrue("""\{[=@:~]?[a-zA-Z]+\}""".r.findFirstIn(sql).isEmpty, sql))
  }
}
