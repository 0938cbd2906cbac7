package org.apache.spark.sql.hbase.cluster

import org.apache.logging.log4j.{Level, LogManager}
import org.apache.logging.log4j.core.LoggerContext
import org.junit.jupiter.api.Assertions.{assertEquals, assertInstanceOf, assertNotSame}
import org.junit.jupiter.api.Test

class TestHBaseLoggers {
  private val context = assertInstanceOf(classOf[LoggerContext], LogManager.getContext(false))

  private def levelOfClients: Level =
    LogManager.getLogger("org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient").getLevel

  @Test
  def clientsOfHBaseStayQuietUnderANewConfiguration(): Unit = {
    HBaseLoggers.quiet()
    assertEquals(Level.ERROR, levelOfClients)
    val before = context.getConfiguration
    context.reconfigure()
    assertNotSame(before, context.getConfiguration)
    HBaseLoggers.quiet()
    assertEquals(Level.ERROR, levelOfClients)
  }
}
