package org.apache.spark.sql.hbase.shim

/** Options of a read that are Spark's own. */
private[hbase] object ReadOptionShim {

  /** The names of the options of which Spark makes AS OF before it loads the table: since 4.0. */
  def asOf: Seq[String] = Nil
}
