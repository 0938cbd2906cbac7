package org.apache.spark.sql.hbase.cluster

import java.io.IOException
import java.util

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.client.{Put, RetriesExhaustedWithDetailsException, Row}
import org.apache.hadoop.hbase.security.AccessDeniedException
import org.junit.jupiter.api.Assertions.{assertEquals, assertInstanceOf}
import org.junit.jupiter.api.Test

import org.apache.spark.SparkArithmeticException
import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.client.cluster.SubPlanException
import org.apache.spark.sql.hbase.error.{HBaseErrors, HBaseException}
import org.apache.spark.sql.hbase.wire.{ErrorCode, RemoteError}

class TestSubPlanErrors {
  private def failure(code: ErrorCode, values: (String, String)*): SubPlanException =
    new SubPlanException(new RemoteError(code, "It failed. Do this.", values.toMap.asJava), null)

  @Test
  def codesBecomeConditionsWithTheirValues(): Unit = {
    val e = assertInstanceOf(
      classOf[HBaseException],
      SubPlanErrors.toRuntime(failure(ErrorCode.CORRUPT_VALUE, "column" -> "v"))
    )
    assertEquals(("SPARKSQL_HBASE.CORRUPT_VALUE", "22000"), (e.getCondition, e.getSqlState))
    assertEquals("[SPARKSQL_HBASE.CORRUPT_VALUE] It failed. Do this. column=v", e.getMessage)
  }

  @Test
  def failedExpressionsAreSparksOwnErrors(): Unit =
    assertInstanceOf(
      classOf[SparkArithmeticException],
      SubPlanErrors.toRuntime(failure(ErrorCode.DIVIDE_BY_ZERO))
    )

  @Test
  def beforeTasksRunErrorsAreAnalysisErrors(): Unit = {
    val e = assertInstanceOf(
      classOf[AnalysisException],
      SubPlanErrors.toAnalysis(failure(ErrorCode.CLUSTER_UNREACHABLE))
    )
    assertEquals("SPARKSQL_HBASE.CLUSTER_UNREACHABLE", e.getCondition)
  }

  @Test
  def onlyTheFirstLineOfHBasesMessageIsShown(): Unit = {
    val e = SubPlanErrors.toRuntime(new IOException("no access\n\tat a server's stack"))
    assertEquals(
      s"[SPARKSQL_HBASE.READ_FAILED] ${HBaseErrors.ReadFailed.sentence} reason=\"IOException: no access\"",
      e.getMessage
    )
  }

  @Test
  def aMissingRightIsSaidAsSuchWhereverItIsNoticed(): Unit = {
    val refusal = new AccessDeniedException("Insufficient permissions (user=eve, action=READ)\n\tat a server's stack")
    val rows = new RetriesExhaustedWithDetailsException(
      util.List.of[Throwable](new IOException("busy"), refusal),
      util.List.of[Row](new Put(Array[Byte](1)), new Put(Array[Byte](2))),
      util.List.of("a:1", "a:1")
    )
    for (failure <- Seq(refusal, new IOException("scan", refusal), rows)) {
      val e = assertInstanceOf(classOf[HBaseException], SubPlanErrors.toRuntime(failure))
      assertEquals(("SPARKSQL_HBASE.RIGHT_MISSING", "42501"), (e.getCondition, e.getSqlState))
      assertEquals("Insufficient permissions (user=eve, action=READ)", e.getMessageParameters.get("reason"))
      val early = assertInstanceOf(classOf[AnalysisException], SubPlanErrors.toAnalysis(failure))
      assertEquals("SPARKSQL_HBASE.RIGHT_MISSING", early.getCondition)
    }
  }
}
