package org.apache.spark.sql.hbase.shim

/** A catalog that has CREATE TABLE ... LIKE, for which Spark asks since 4.2; before, our parser does. */
private[hbase] trait LikeShim extends DeclaringCatalog

private[hbase] object LikeShim {

  /** Whether Spark plans CREATE TABLE ... LIKE for tables of any catalog. */
  val isPlanned: Boolean = false
}
