package org.apache.spark.sql.hbase.random

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.random.QueryComparison._

/** Whole queries give the same rows, or the same class of error, with pushdown and without. */
class TestRandomQueries {

  @Test
  def everyQueryHasSparksRowsOrError(): Unit = {
    val run = new RandomRun("queries", 80)
    val comparison = new QueryComparison("wide_queries", WideTable.rows(run.seed, 120))
    var compared = 0
    var pushed = 0
    for (number <- run.numbers) {
      val (settings, query) = RandomQueries.draw(run.random(number))
      comparison.compare(settings, query) match {
        case Invalid =>
        case Equal(isPushed) =>
          compared += 1
          if (isPushed) pushed += 1
        case difference: Different =>
          val (smallest, shown) = comparison.shrink(settings, query, difference)
          run.fail(number, smallest.sql, s"$settings: ${smallest.sql}: ${shown.description}, found in ${query.sql}")
      }
    }
    println(s"random queries: $compared equal, something was pushed down in $pushed, seed ${run.seed}")
    run.report(compared, "random queries")
    assertEquals(Nil, run.failureLines)
    run.assertFloor(pushed, compared, 0.6)
  }
}
