package org.apache.spark.sql.hbase.shim

/** Keys of a join by which scans are pruned. */
private[hbase] object PruningShim {

  /** Names one of the keys to a plan, which may name several. */
  def key(index: Int): Seq[Int] = Seq(index)

  /** Names keys to a plan that lists them together. */
  def keys(indices: Seq[Int]): Seq[Int] = indices
}
