package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.{
  ElementAt,
  Expression,
  Literal,
  MillisToTimestamp,
  Overlay,
  SecondsToTimestamp
}
import org.apache.spark.sql.types.{ArrayType, DecimalType, LongType}

/** Functions that overflow in Spark before 4.3 in another way than in the engine. */
object OverflowShim {

  /** The reason why Spark's value or error differs from the engine's; None if it is the same. */
  def refusal(function: Expression): Option[String] = function match {
    case Overlay(_, _, position, length) if !(isNear(position) && isNear(length)) => Overflows
    case ElementAt(elements, position, _, _) if elements.dataType.isInstanceOf[ArrayType] && !isNear(position) =>
      Overflows
    case _: MillisToTimestamp => OtherError
    case SecondsToTimestamp(number) if overflows(number) => OtherError
    case _ => None
  }

  private val Overflows = Some("Spark before 4.3 computes it otherwise where the position is near the least INT")
  private val OtherError = Some("Spark before 4.3 computes it with another error where it overflows")

  private def overflows(seconds: Expression): Boolean = seconds.dataType match {
    case LongType | _: DecimalType => true
    case _ => false
  }

  /** Whether it is far from where a sum of two of them, or its negation, overflows. */
  private def isNear(position: Expression): Boolean = position match {
    case Literal(value: Int, _) => value > Int.MinValue / 2 && value < Int.MaxValue / 2
    case _ => false
  }
}
