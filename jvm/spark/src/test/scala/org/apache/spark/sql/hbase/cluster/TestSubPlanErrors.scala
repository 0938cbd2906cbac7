package org.apache.spark.sql.hbase.cluster

import java.io.IOException
import java.net.{ConnectException, SocketTimeoutException}
import java.util

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableNotFoundException
import org.apache.hadoop.hbase.client.{Put, RetriesExhaustedWithDetailsException, Row}
import org.apache.hadoop.hbase.security.AccessDeniedException
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertInstanceOf, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.SparkArithmeticException
import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, SubPlanException}
import org.apache.spark.sql.hbase.error.{HBaseErrors, HBaseException}
import org.apache.spark.sql.hbase.wire.{ErrorCode, RemoteError}

class TestSubPlanErrors {
  private val settings = ClusterSettings.ofQuorum("zk:2181")
  private val other = ClusterSettings.ofQuorum("zk2:2181")

  private def failure(code: ErrorCode, values: (String, String)*): SubPlanException =
    new SubPlanException(new RemoteError(code, "It failed. Do this.", values.toMap.asJava), null)

  @Test
  def codesBecomeConditionsWithTheirValues(): Unit = {
    val e = assertInstanceOf(
      classOf[HBaseException],
      SubPlanErrors.toRuntime(failure(ErrorCode.CORRUPT_VALUE, "column" -> "v"), settings, Map.empty)
    )
    assertEquals(("SPARKSQL_HBASE.CORRUPT_VALUE", "22000"), (e.getCondition, e.getSqlState))
    assertEquals("[SPARKSQL_HBASE.CORRUPT_VALUE] It failed. Do this. column=v", e.getMessage)
  }

  @Test
  def failedExpressionsAreSparksOwnErrors(): Unit =
    assertInstanceOf(
      classOf[SparkArithmeticException],
      SubPlanErrors.toRuntime(failure(ErrorCode.DIVIDE_BY_ZERO), settings, Map.empty)
    )

  @Test
  def beforeTasksRunErrorsAreAnalysisErrors(): Unit = {
    val e = assertInstanceOf(
      classOf[AnalysisException],
      SubPlanErrors.toAnalysis(failure(ErrorCode.CLUSTER_UNREACHABLE), settings)
    )
    assertEquals("SPARKSQL_HBASE.CLUSTER_UNREACHABLE", e.getCondition)
  }

  @Test
  def onlyTheFirstLineOfHBasesMessageIsShown(): Unit = {
    val e = SubPlanErrors.toRuntime(new IOException("no access\n\tat a server's stack"), settings, Map.empty)
    assertEquals(
      s"[SPARKSQL_HBASE.READ_FAILED] ${HBaseErrors.ReadFailed.sentence} reason=\"IOException: no access\"",
      e.getMessage
    )
  }

  @Test
  def aServerThatDoesNotAnswerIsNamedWithoutHBasesText(): Unit = {
    val refused = new ConnectException(
      "Call to address=rs1.example:16020 failed on connection exception: Connection refused: rs1.example/10.0.0.1:16020"
    )
    val text = "callTimeout=120000, callDuration=121939: row 'q.t' on table 'T' at region=T,,1.a., " +
      "hostname=rs1.example,16020,1795679164837, seqNum=2"
    val failure = new SocketTimeoutException(text).initCause(refused).asInstanceOf[IOException]
    val e = assertInstanceOf(classOf[HBaseException], SubPlanErrors.toRuntime(failure, settings, Map.empty))
    assertEquals(("SPARKSQL_HBASE.SERVER_NOT_RESPONDING", "08006"), (e.getCondition, e.getSqlState))
    assertEquals(
      Map(
        "servers" -> "rs1.example:16020",
        "quorum" -> "zk:2181",
        "reason" -> "no connection can be made"
      ),
      e.getMessageParameters.asScala.toMap
    )
    val early = assertInstanceOf(classOf[AnalysisException], SubPlanErrors.toAnalysis(failure, settings))
    assertEquals("SPARKSQL_HBASE.SERVER_NOT_RESPONDING", early.getCondition)
    assertFalse(SilentClusters.holds(settings), "wording an error has no effect")
    SilentClusters.note(failure, settings)
    assertTrue(SilentClusters.holds(settings))
  }

  @Test
  def attemptsThatEndWithAnAnswerAreNoSilence(): Unit = {
    val answer = new IOException("region is not online")
    val failure = new SocketTimeoutException("callTimeout=120000").initCause(answer).asInstanceOf[IOException]
    val e = assertInstanceOf(classOf[HBaseException], SubPlanErrors.toRuntime(failure, settings, Map.empty))
    assertEquals("SPARKSQL_HBASE.READ_FAILED", e.getCondition)
    SilentClusters.note(failure, other)
    assertFalse(SilentClusters.holds(other))
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
      val e = assertInstanceOf(classOf[HBaseException], SubPlanErrors.toRuntime(failure, settings, Map.empty))
      assertEquals(("SPARKSQL_HBASE.RIGHT_MISSING", "42501"), (e.getCondition, e.getSqlState))
      assertEquals("Insufficient permissions (user=eve, action=READ)", e.getMessageParameters.get("reason"))
      val early = assertInstanceOf(classOf[AnalysisException], SubPlanErrors.toAnalysis(failure, settings))
      assertEquals("SPARKSQL_HBASE.RIGHT_MISSING", early.getCondition)
    }
  }

  /** HBase tells it in two ways: by the name alone, or by a sentence. */
  @Test
  def aTableThatIsGoneWhileAStatementRunsIsNamed(): Unit =
    for (
      (text, value) <- Seq(
        "swapped" -> ("hbaseTable" -> "swapped"),
        "ns:swapped\n\tat a server's stack" -> ("hbaseTable" -> "ns:swapped"),
        "Table 'swapped' was not found, got: other." -> ("reason" -> "Table 'swapped' was not found, got: other.")
      )
    ) {
      val failure = new IOException("scan", new TableNotFoundException(text))
      val e = assertInstanceOf(classOf[HBaseException], SubPlanErrors.toRuntime(failure, settings, Map.empty))
      assertEquals("SPARKSQL_HBASE.HBASE_TABLE_MISSING", e.getCondition)
      assertEquals(Map(value), e.getMessageParameters.asScala.toMap)
      assertTrue(e.getMessage.contains("replaced while the statement ran, run the statement again"), e.getMessage)
    }
}
