package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.Expression

/** Functions of a position near the least INT. */
object LeastPositionShim {

  /** The reason why Spark's value differs from the engine's; None since Spark 4.3. */
  def refusal(function: Expression): Option[String] = None
}
