package org.apache.spark.sql.hbase.cluster

import java.util.concurrent.ConcurrentHashMap

import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, ConnectionCache, SharedConnection}

/** The clusters that left a request without an answer: the next statement asks them first, and fails within seconds. Thread-safe. */
private[cluster] object SilentClusters {
  private val silent = ConcurrentHashMap.newKeySet[ClusterSettings]

  def add(settings: ClusterSettings): Unit = silent.add(settings)

  /** Throws CLUSTER_UNREACHABLE where the cluster of a connection is silent still. */
  def check(shared: SharedConnection, settings: ClusterSettings): Unit = if (silent.contains(settings)) {
    ConnectionCache.check(shared, settings)
    silent.remove(settings)
  }
}
