package org.apache.spark.sql.hbase.shim

/** Keys of a join by which scans are pruned. */
private[hbase] object PruningShim {

  /** Names one of the keys to a plan, which names one before Spark 4.0. */
  def key(index: Int): Int = index

  /** Names the only one: no scan of this line is told several together by [[RuntimeFilteringShim.tells]]. */
  def keys(indices: Seq[Int]): Int = indices.head
}
