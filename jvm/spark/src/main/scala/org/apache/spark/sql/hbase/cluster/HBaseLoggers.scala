package org.apache.spark.sql.hbase.cluster

import java.util.concurrent.atomic.AtomicReference

import org.apache.logging.log4j.{Level, LogManager}
import org.apache.logging.log4j.core.LoggerContext
import org.apache.logging.log4j.core.config.{Configuration, LoggerConfig}
import org.slf4j.LoggerFactory

import org.apache.spark.sql.hbase.client.cluster.WatchedRpcClient

/**
 * Keeps out of the log what HBase's clients write for each attempt to reach a server, mostly with a stack. Our client
 * says the same in one line. A logger that the configuration of log4j2 names stays as it is, and so does every logger
 * where another library than log4j2 writes the log. Thread-safe.
 */
private[cluster] object HBaseLoggers {

  private val Levels = Map(
    // Warns that ZooKeeper's way to find a cluster is deprecated: users can do nothing about it.
    "org.apache.hadoop.hbase.client.ZKConnectionRegistry" -> Level.ERROR,
    // Each attempt to reach a master, several a second.
    "org.apache.hadoop.hbase.client.ConnectionImplementation" -> Level.ERROR,
    "org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient" -> Level.ERROR,
    "org.apache.hadoop.hbase.shaded.org.apache.zookeeper.ClientCnxn" -> Level.ERROR,
    "org.apache.hadoop.hbase.ipc.NettyRpcConnection" -> Level.ERROR,
    // A level of its own, so that a console that shows errors only has the line, too.
    classOf[WatchedRpcClient].getName -> Level.WARN
  )
  private val prepared = new AtomicReference[Configuration]

  /** Each task asks, and log4j takes 10 µs to find it by a walk over the stack; a class loader has one. */
  private lazy val context: Option[LoggerContext] =
    if (!isLog4j2) None
    else Option(LogManager.getContext(false)).collect { case found: LoggerContext => found }

  /** Does so from now on in this process; again where log4j2 has got another configuration. */
  def quiet(): Unit = context.foreach { found =>
    val configuration = found.getConfiguration
    if (prepared.getAndSet(configuration) ne configuration) prepare(found)
  }

  // As in Spark: classes of log4j-core need not be there otherwise.
  private def isLog4j2: Boolean =
    LoggerFactory.getILoggerFactory.getClass.getName == "org.apache.logging.slf4j.Log4jLoggerFactory"

  private def prepare(context: LoggerContext): Unit = {
    val configuration = context.getConfiguration
    for ((name, level) <- Levels if configuration.getLoggerConfig(name).getName != name) {
      configuration.addLogger(name, new LoggerConfig(name, level, true))
    }
    context.updateLoggers()
  }
}
