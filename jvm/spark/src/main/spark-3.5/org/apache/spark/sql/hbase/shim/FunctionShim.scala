package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.{Expression, GetTimestamp}
import org.apache.spark.sql.types.DataType

/** Functions that only some lines of Spark have, or that are made in other ways. */
object FunctionShim {

  /** Reads a timestamp from a text by a pattern. */
  def parsedTimestamp(
      text: Expression,
      pattern: Expression,
      dataType: DataType,
      zone: Option[String],
      failOnError: Boolean
  ): Expression = GetTimestamp(text, pattern, dataType, zone, failOnError)

  /** Matches nothing: Spark 3.5 has no function for the name of a date's month or day. */
  object DateName {
    def unapply(function: Expression): Option[(Expression, String)] = None
  }
}
