package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.{ElementAt, Expression, Literal, Overlay}
import org.apache.spark.sql.types.ArrayType

/** Functions of a position near the least INT. Spark before 4.3 lets it overflow. */
object LeastPositionShim {

  /** The reason why Spark's value differs from the engine's; None if it is the same. */
  def refusal(function: Expression): Option[String] = function match {
    case Overlay(_, _, position, length) if !(isNear(position) && isNear(length)) => Overflows
    case ElementAt(elements, position, _, _) if elements.dataType.isInstanceOf[ArrayType] && !isNear(position) =>
      Overflows
    case _ => None
  }

  private val Overflows = Some("Spark before 4.3 computes it otherwise where the position is near the least INT")

  /** Whether it is far from where a sum of two of them, or its negation, overflows. */
  private def isNear(position: Expression): Boolean = position match {
    case Literal(value: Int, _) => value > Int.MinValue / 2 && value < Int.MaxValue / 2
    case _ => false
  }
}
