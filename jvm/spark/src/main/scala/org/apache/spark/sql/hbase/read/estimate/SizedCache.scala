package org.apache.spark.sql.hbase.read.estimate

import org.apache.hbase.thirdparty.com.google.common.cache.{Cache, CacheBuilder}

import org.apache.spark.sql.hbase.client.cluster.RegionLocations

/**
 * Remembers something of tables for as long as the sizes of their regions are. So it is forgotten when this driver
 * writes rows, and when regions were split or moved. Lives in the driver; bounded; thread-safe.
 */
private[read] final class SizedCache[K <: AnyRef, V <: AnyRef](entriesOfATable: Long) {

  /** Found by identity, and dropped with the sizes. */
  private val ofTables: Cache[RegionLocations.Sized, Cache[K, V]] = CacheBuilder.newBuilder().weakKeys().build()

  /** @param sized the regions of a table as they are remembered now */
  def of(sized: RegionLocations.Sized): Cache[K, V] =
    ofTables.get(sized, () => CacheBuilder.newBuilder().maximumSize(entriesOfATable).build[K, V]())
}
