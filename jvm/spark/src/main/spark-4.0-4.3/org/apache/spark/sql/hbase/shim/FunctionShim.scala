package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.{DayName, Expression, GetTimestamp, MonthName}
import org.apache.spark.sql.types.DataType

/** Functions that only some lines of Spark have, or that are made in other ways. */
object FunctionShim {

  /** The reason why Spark's value differs from the engine's; None if it is the same. */
  def refusal(function: Expression): Option[String] = None

  /** Reads a timestamp from a text by a pattern. */
  def parsedTimestamp(
      text: Expression,
      pattern: Expression,
      dataType: DataType,
      zone: Option[String],
      failOnError: Boolean
  ): Expression = GetTimestamp(text, pattern, dataType, "", zone, failOnError)

  /** Matches the name of a date's month or day, as the date and the pattern of the name. */
  object DateName {
    def unapply(function: Expression): Option[(Expression, String)] = function match {
      case MonthName(date) => Some((date, "MMM"))
      case DayName(date) => Some((date, "E"))
      case _ => None
    }
  }
}
