package org.apache.spark.sql.hbase.shim

/** Keys of a join by which scans are pruned. */
private[hbase] object PruningShim {

  /** Names one of the keys to a plan, which may name several. */
  def key(index: Int): Seq[Int] = Seq(index)
}
