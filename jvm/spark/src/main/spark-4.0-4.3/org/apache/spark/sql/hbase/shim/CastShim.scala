package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.types.DataType

/** Casts whose values lines of Spark compute in other ways. */
object CastShim {

  /** The reason why Spark's value differs from the engine's; None if it is the same. */
  def refusal(from: DataType, to: DataType): Option[String] = None
}
