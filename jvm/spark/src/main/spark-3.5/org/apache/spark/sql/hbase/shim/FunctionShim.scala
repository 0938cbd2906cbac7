package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.{Abs, Acosh, Asinh, Expression, GetTimestamp, UnaryMinus}
import org.apache.spark.sql.types.{ByteType, DataType, ShortType}

/** Functions that only some lines of Spark have, or that are made in other ways. */
object FunctionShim {

  /** The reason why Spark's value differs from the engine's; None if it is the same. */
  def refusal(function: Expression): Option[String] = function match {
    case _: Acosh | _: Asinh => Some("Spark 3.5 computes it by another formula")
    case Abs(number, _) if isSmall(number) => OtherError
    case UnaryMinus(number, _) if isSmall(number) => OtherError
    case _ => None
  }

  private val OtherError = Some("Spark 3.5 computes it with another error where it overflows")

  private def isSmall(number: Expression): Boolean = number.dataType == ByteType || number.dataType == ShortType

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
