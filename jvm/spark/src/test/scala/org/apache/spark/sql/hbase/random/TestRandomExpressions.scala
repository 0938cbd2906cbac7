package org.apache.spark.sql.hbase.random

import scala.collection.mutable

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.hbase.random.ExpressionComparison._

/** Every expression that is pushed down has Spark's value or error in every row of a wide table. */
class TestRandomExpressions {

  @Test
  def everyRowHasSparksValueOrError(): Unit = {
    val run = new RandomRun("expressionBatches", 80)
    val batches = new ExpressionBatches(WideTable.rows(run.seed, 150))
    val refused = mutable.Map[String, Int]().withDefaultValue(0)
    var equal = 0
    for (batch <- run.numbers; compared <- batches.compare(run.random(batch))) compared.outcome match {
      case Equal => equal += 1
      case Refused(reason) => refused(reason.replaceAll("^.*: ", "")) += 1
      case Different(difference) =>
        run.fail(batch, difference.kind, s"${compared.settings}: $difference, found in ${compared.sql}")
    }
    println(
      s"random expressions: $equal computed by the engine, ${refused.values.sum} not pushed down, seed ${run.seed}"
    )
    refused.toSeq.sortBy(-_._2).take(20).foreach { case (reason, count) =>
      println(s"  not pushed down: $count $reason")
    }
    run.report(equal, "random expressions")
    assertEquals(Nil, run.failureLines)
    run.assertFloor(equal, equal + refused.values.sum, 0.2)
  }
}
