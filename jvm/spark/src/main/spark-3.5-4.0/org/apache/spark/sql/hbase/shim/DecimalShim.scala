package org.apache.spark.sql.hbase.shim

/** Casts to DECIMAL whose values lines of Spark compute in other ways. */
object DecimalShim {

  /** The reason why Spark's value of a timestamp differs from the engine's; None if it is the same. */
  val ofTimestampRefused: Option[String] = Some("Spark before 4.1 makes a DECIMAL of a timestamp by way of DOUBLE")
}
