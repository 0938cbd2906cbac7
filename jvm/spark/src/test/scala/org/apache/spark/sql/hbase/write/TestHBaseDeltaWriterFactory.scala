package org.apache.spark.sql.hbase.write

import java.util.Properties

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test

import org.apache.spark.{TaskContext, TaskContextImpl}
import org.apache.spark.executor.TaskMetrics
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.error.HBaseException
import org.apache.spark.sql.hbase.schema.SchemaFixtures

class TestHBaseDeltaWriterFactory {
  @Test
  def changesThatWereReadAgainAreNotWritten(): Unit = {
    val target = WriteTarget.of(ClusterSettings.ofQuorum("localhost"), SchemaFixtures.packed)
    val factory = HBaseDeltaWriterFactory(target, JobTimes(7), tasks = 1, readsBefore = true)
    // The second attempt of a stage: Spark has run the stage before it again.
    TaskContext.setTaskContext(
      new TaskContextImpl(3, 1, 0, 9L, 0, 1, null, new Properties, null, TaskMetrics.empty, BigDecimal(1), Map.empty)
    )
    try {
      val e = assertThrows(classOf[HBaseException], () => factory.createWriter(0, 9L): Unit)
      assertEquals("SPARKSQL_HBASE.STATEMENT_INTERRUPTED", e.getCondition)
    } finally TaskContext.unset()
  }
}
