package org.apache.spark.sql.hbase.error

import org.junit.jupiter.api.Assertions.{assertEquals, assertSame}
import org.junit.jupiter.api.Test

class TestHBaseError {
  private val error = HBaseError("SOME_CODE", "42000", "It failed. Do this.")

  @Test
  def messagesAreASentenceAndKeyedValues(): Unit =
    assertEquals(
      "[SPARKSQL_HBASE.SOME_CODE] It failed. Do this. a=1 b=\"x \\\"y\\\"\" c=\"\"",
      error.message(Seq("a" -> 1, "b" -> "x \"y\"", "c" -> ""))
    )

  @Test
  def analysisErrorsCarryConditionAndState(): Unit = {
    val e = error.analysis("a" -> 1)
    assertEquals(("SPARKSQL_HBASE.SOME_CODE", "42000"), (e.getCondition, e.getSqlState))
    assertEquals("[SPARKSQL_HBASE.SOME_CODE] It failed. Do this. a=1", e.getMessage)
    assertEquals("1", e.getMessageParameters.get("a"))
  }

  @Test
  def runtimeErrorsCarryConditionStateAndCause(): Unit = {
    val cause = new IllegalStateException("x")
    val e = error.runtimeCausedBy(cause, "a" -> 1)
    assertEquals(("SPARKSQL_HBASE.SOME_CODE", "42000"), (e.getCondition, e.getSqlState))
    assertSame(cause, e.getCause)
  }
}
