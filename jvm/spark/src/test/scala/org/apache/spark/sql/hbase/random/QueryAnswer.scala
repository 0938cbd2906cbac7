package org.apache.spark.sql.hbase.random

// Catalyst has string functions named Left and Right.
import scala.util.{Failure, Left, Right, Success, Try}

import org.apache.spark.sql.{AnalysisException, DataFrame, Row}
import org.apache.spark.sql.hbase.plan.PlanSession

/** The answer to a query. */
sealed trait QueryAnswer

/** Spark does not accept the query. */
case object NotAQuery extends QueryAnswer

final case class Raised(errorClass: String) extends QueryAnswer {
  override def toString: String = s"raises $errorClass"
}

/** @param names of the columns, which say how each is compared */
final case class Rows(names: Seq[String], rows: Seq[Row]) extends QueryAnswer {
  override def toString: String =
    s"gives ${rows.size} rows: ${rows.take(3).map(_.toSeq.map(Answers.text(_)).mkString("|")).mkString("; ")}"
}

object QueryAnswer {
  def of(query: => DataFrame): QueryAnswer = Try(query) match {
    case Failure(_: AnalysisException) => NotAQuery
    case Failure(error) => Raised(Answers.errorClass(error))
    case Success(accepted) =>
      Try(accepted.collect()) match {
        case Success(rows) => Rows(accepted.columns.toSeq, rows.toSeq)
        case Failure(error) => Raised(Answers.errorClass(error))
      }
  }

  def of(sql: String): QueryAnswer = of(PlanSession.spark.sql(sql))
}

object Rows {
  private val Tolerance = 1e-9

  /** As sequences where the query orders its rows, else as multisets. */
  def areEqual(expected: Rows, actual: Rows, inOrder: Boolean): Boolean =
    expected.names == actual.names && expected.rows.size == actual.rows.size && {
      val close = expected.names.indices.filter(expected.names(_).startsWith("close"))
      val pairs = sorted(expected, close, inOrder).zip(sorted(actual, close, inOrder))
      pairs.forall { case (a, b) =>
        key(a, expected.names) == key(b, expected.names) && close.forall(i => isClose(a.get(i), b.get(i)))
      }
    }

  private def sorted(answer: Rows, close: Seq[Int], inOrder: Boolean): Seq[Row] =
    if (inOrder) answer.rows
    else answer.rows.sortBy(row => (key(row, answer.names), close.map(row.get).map(String.valueOf).mkString("|")))

  private def key(row: Row, names: Seq[String]): String = names.indices
    .filterNot(names(_).startsWith("close"))
    .map(i => Answers.text(if (names(i).startsWith("anyZero")) withoutSignOfZero(row.get(i)) else row.get(i)))
    .mkString("|")

  // Which of two equal zeros is the smallest depends on the order of the rows, as an example.
  private def withoutSignOfZero(value: Any): Any = value match {
    case d: Double => d + 0.0
    case f: Float => f + 0.0f
    case other => other
  }

  private def isClose(a: Any, b: Any): Boolean = (a, b) match {
    case (x: Double, y: Double) =>
      x.equals(y) || math.abs(x - y) <= Tolerance * math.max(1, math.max(math.abs(x), math.abs(y)))
    // NaN is not == NaN, also where both are boxed.
    case (x: Float, y: Float) => x == y || x.isNaN && y.isNaN
    case _ => a == b
  }
}
