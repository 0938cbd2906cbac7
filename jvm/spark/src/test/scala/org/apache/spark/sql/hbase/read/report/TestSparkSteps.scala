package org.apache.spark.sql.hbase.read.report

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.{FilterExec, LocalTableScanExec, SortExec}
import org.apache.spark.sql.hbase.plan.catalyst.{OperatorInSpark, Refusal}
import org.apache.spark.sql.types.{IntegerType, StringType}

class TestSparkSteps {
  private def column(name: String) = AttributeReference(name, IntegerType)()

  private val text = AttributeReference("text", StringType)()

  private def isOf(refused: Refusal, condition: Expression): Boolean = {
    val rows = LocalTableScanExec(condition.references.toSeq, Nil, None)
    val Seq(step) = SparkSteps.of(Seq(FilterExec(condition, rows)))
    assertEquals("Filter", step.operator)
    step.conditions.exists(_.parts.exists(refused.isOf))
  }

  /** A reason is of the conditions that hold the whole expression; a column x is no part of max_x. */
  @Test
  def conditionsHaveTheTextsOfTheirParts(): Unit = {
    def compared(expression: Expression) = GreaterThan(expression, Literal(1))
    for (name <- Seq("x", "Total")) {
      val refused = Refusal.of(column(name), "it is far")
      assertEquals(true, isOf(refused, compared(column(name))))
      assertEquals(true, isOf(refused, compared(Cast(column(name), IntegerType))))
      assertEquals(false, isOf(refused, compared(column(s"max_$name"))))
    }
    val cast = Cast(text, IntegerType)
    assertEquals(true, isOf(Refusal.of(cast, "no"), compared(Add(cast, Literal(2)))))
    assertEquals(true, isOf(Refusal.of(Length(Upper(text)), "no"), compared(Length(Upper(text)))))
    assertEquals(false, isOf(Refusal.of(Length(text), "no"), compared(Length(Upper(text)))))
    assertEquals(false, isOf(Refusal("the whole query stays"), compared(column("x"))))
    assertEquals(false, isOf(Refusal(OperatorInSpark("Sort", "x"), "no"), compared(column("x"))))
  }

  @Test
  def operatorsHaveTheNamesOfRefusals(): Unit = {
    val order = Seq(SortOrder(column("x"), Ascending))
    val Seq(step) = SparkSteps.of(Seq(SortExec(order, global = true, LocalTableScanExec(Nil, Nil, None))))
    assertEquals(("Sort", "Sort(x ASC NULLS FIRST)"), (step.operator, step.text))
  }
}
