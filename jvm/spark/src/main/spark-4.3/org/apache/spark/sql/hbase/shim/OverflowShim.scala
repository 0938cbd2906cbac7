package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.Expression

/** Functions that overflow in some lines of Spark in another way than in the engine. */
object OverflowShim {

  /** The reason why Spark's value or error differs from the engine's; None since Spark 4.3. */
  def refusal(function: Expression): Option[String] = None
}
