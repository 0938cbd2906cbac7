package org.apache.spark.sql.hbase.cluster

import java.io.IOException
import java.util.concurrent.ConcurrentHashMap

import org.apache.spark.sql.hbase.client.cluster.{
  ClusterSettings,
  ConnectionCache,
  NoAnswer,
  SharedConnection,
  SubPlanException
}
import org.apache.spark.sql.hbase.wire.ErrorCode

/** The clusters that left a request without an answer: the next statement asks them first, and fails within seconds. Thread-safe. */
private[hbase] object SilentClusters {
  private val silent = ConcurrentHashMap.newKeySet[ClusterSettings]

  /** Notes the cluster if no server answered a request. Every place that catches HBase's errors calls it. */
  def note(failure: IOException, settings: ClusterSettings): Unit =
    if (NoAnswer.isCauseOf(failure) || isUnreachable(failure)) silent.add(settings)

  private def isUnreachable(failure: IOException) = failure match {
    case known: SubPlanException => known.code == ErrorCode.CLUSTER_UNREACHABLE
    case _ => false
  }

  private[cluster] def holds(settings: ClusterSettings): Boolean = silent.contains(settings)

  /** Throws CLUSTER_UNREACHABLE where the cluster of a connection is silent still. */
  def check(shared: SharedConnection, settings: ClusterSettings): Unit = if (holds(settings)) {
    ConnectionCache.check(shared, settings)
    silent.remove(settings)
  }
}
