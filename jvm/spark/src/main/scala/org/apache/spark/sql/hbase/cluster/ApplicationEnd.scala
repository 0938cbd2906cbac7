package org.apache.spark.sql.hbase.cluster

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{SparkListener, SparkListenerApplicationEnd}
import org.apache.spark.sql.hbase.client.cluster.ConnectionCache

/**
 * Closes the driver's connections when its application ends. The JVM may live on, as that of PySpark does, and HBase
 * may be stopped before it. Connections that are still open then lose their ZooKeeper session with a stack trace.
 * Thread-safe.
 */
private[hbase] object ApplicationEnd {
  @volatile private var watched: Option[SparkContext] = None

  /** Called for each use of a connection, so that the first one of an application counts. */
  def closesConnections(): Unit =
    SparkContext.getActive.filterNot(watched.contains).foreach(watch)

  private def watch(context: SparkContext): Unit = synchronized {
    if (!watched.contains(context)) {
      watched = Some(context)
      context.addSparkListener(new SparkListener {
        override def onApplicationEnd(end: SparkListenerApplicationEnd): Unit = {
          watched = None
          ConnectionCache.closeIdle()
        }
      })
    }
  }
}
