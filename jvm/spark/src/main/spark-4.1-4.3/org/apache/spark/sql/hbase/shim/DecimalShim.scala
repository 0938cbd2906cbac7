package org.apache.spark.sql.hbase.shim

/** Casts to DECIMAL whose values lines of Spark compute in other ways. */
object DecimalShim {

  /** The reason why Spark's value of a timestamp differs from the engine's; None since Spark 4.1. */
  val ofTimestampRefused: Option[String] = None
}
