package org.apache.spark.sql.hbase.cluster

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.hbase.wire.{ErrorCode, RemoteError}

class TestEvaluationErrors {
  private def error(code: ErrorCode, values: (String, String)*): RemoteError =
    new RemoteError(code, "It failed.", values.toMap.asJava)

  private def condition(code: ErrorCode, values: (String, String)*): String =
    EvaluationErrors.toSpark(error(code, values: _*)) match {
      case Some(e: SparkThrowable) =>
        assertFalse(e.getQueryContext.contains(null), "PySpark cannot show an exception with such a context")
        e.getCondition
      case other => throw new AssertionError(s"no exception of Spark: $other")
    }

  @Test
  def expressionsFailWithSparksConditions(): Unit = {
    val overflow = Seq("operation" -> "ADD", "type" -> "TINYINT")
    assertEquals("ARITHMETIC_OVERFLOW", condition(ErrorCode.ARITHMETIC_OVERFLOW, overflow: _*))
    assertEquals("ARITHMETIC_OVERFLOW", condition(ErrorCode.ARITHMETIC_OVERFLOW))
    assertEquals("BINARY_ARITHMETIC_OVERFLOW", condition(ErrorCode.BINARY_ARITHMETIC_OVERFLOW, overflow: _*))
    assertEquals("DIVIDE_BY_ZERO", condition(ErrorCode.DIVIDE_BY_ZERO))
    assertEquals("REMAINDER_BY_ZERO", condition(ErrorCode.REMAINDER_BY_ZERO))
    assertEquals(
      "NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION",
      condition(ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE, "value" -> "1000", "type" -> "DECIMAL(3,0)")
    )
    val cast = Seq("value" -> "300", "from" -> "INT", "to" -> "TINYINT")
    assertEquals("CAST_OVERFLOW", condition(ErrorCode.CAST_OVERFLOW, cast: _*))
    assertEquals(
      "NUMERIC_OUT_OF_SUPPORTED_RANGE",
      condition(ErrorCode.NUMERIC_OUT_OF_SUPPORTED_RANGE, "value" -> "1e40")
    )
    assertEquals("CAST_INVALID_INPUT", condition(ErrorCode.CAST_INVALID_INPUT, cast: _*))
    assertEquals("DATETIME_OVERFLOW", condition(ErrorCode.DATETIME_OVERFLOW, "type" -> "TIMESTAMP"))
    assertEquals("CANNOT_PARSE_TIMESTAMP", condition(ErrorCode.CANNOT_PARSE_TIMESTAMP, "value" -> "noon"))
    val date = Seq("year" -> "2023", "month" -> "2", "day" -> "29")
    assertEquals(
      "DATETIME_FIELD_OUT_OF_BOUNDS.WITHOUT_SUGGESTION",
      condition(ErrorCode.DATETIME_FIELD_OUT_OF_BOUNDS, date: _*)
    )
  }

  @Test
  def theValuesAreInTheMessage(): Unit = {
    val message = EvaluationErrors
      .toSpark(error(ErrorCode.CAST_OVERFLOW, "value" -> "300", "from" -> "INT", "to" -> "TINYINT"))
      .get
      .getMessage
    assertTrue(message.contains("The value 300 of the type \"INT\" cannot be cast to \"TINYINT\""), message)
  }

  @Test
  def aNumberThatNamesNoPlaceIsNone(): Unit =
    for (number <- Seq("1", "3170372993", "-1", "x", ""))
      assertEquals("DIVIDE_BY_ZERO", condition(ErrorCode.DIVIDE_BY_ZERO, "queryContext" -> number))

  /** The engine's sentence has no remedy, because Spark's message has one. */
  @Test
  def sparkNamesTheFunctionThatGivesNull(): Unit = {
    val operations = Map("ADD" -> "try_add", "MULTIPLY" -> "try_multiply", "SUM" -> "try_sum")
    for ((operation, function) <- operations) {
      val message =
        EvaluationErrors.toSpark(error(ErrorCode.ARITHMETIC_OVERFLOW, "operation" -> operation)).get.getMessage
      assertTrue(message.contains(s"Use '$function' to tolerate overflow and return NULL instead."), message)
      assertTrue(message.contains("spark.sql.ansi.enabled"), message)
    }
  }

  @Test
  def otherErrorsAreNoErrorsOfExpressions(): Unit =
    Seq(ErrorCode.CORRUPT_VALUE, ErrorCode.INVALID_PLAN, ErrorCode.SERVER_OVERLOADED, ErrorCode.INTERNAL_ERROR)
      .foreach { code =>
        assertEquals(None, EvaluationErrors.toSpark(error(code)))
      }
}
