package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.expressions.{EvalMode, Expression, TimeAdd}

/** Parts of expressions that have other members in other lines of Spark. */
object ExpressionShim {

  /** Returns the mode in which a calculation with numbers is evaluated. */
  def evalMode(mode: EvalMode.Value): EvalMode.Value = mode
}

/** Matches a timestamp and an interval that is added to it, in a zone. */
object AddedInterval {
  def unapply(added: Expression): Option[(Expression, Expression, Option[String])] = added match {
    case TimeAdd(timestamp, interval, zone) => Some((timestamp, interval, zone))
    case _ => None
  }
}
