package org.apache.spark.sql.hbase.plan

import scala.util.{Failure, Success, Try}

import org.junit.jupiter.api.Assertions.assertEquals

import org.apache.spark.SparkThrowable
import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.Turns
import org.apache.spark.sql.hbase.engine.error.EvaluationException

/** Compares queries over tables of [[PlanSession]] with the answer of plain Spark. */
trait SparkOracle {
  import PlanSession.spark

  type Settings = Seq[(String, String)]

  val modes: Seq[Settings] = Seq("true", "false").map(ansi => Seq("spark.sql.ansi.enabled" -> ansi))

  val modesAndZones: Seq[Settings] =
    for (mode <- modes; zone <- Seq("America/Los_Angeles", "Asia/Kolkata"))
      yield mode :+ ("spark.sql.session.timeZone" -> zone)

  def check(table: String, predicate: String): Unit = checkQuery(filter(table, predicate))

  def filter(table: String, predicate: String): String = s"SELECT k FROM @$table WHERE $predicate"

  /** Many predicates in one query; where Spark raises an error, one after the other. */
  def checkAll(table: String, predicates: Seq[String], variants: Seq[Settings] = modes): Unit = {
    val counts = predicates.map(p => s"count(*) FILTER (WHERE $p), sum(k * k) FILTER (WHERE $p)")
    val query = s"SELECT ${counts.mkString(", ")} FROM @$table"
    for (settings <- Turns.half(variants, query)) PlanSession.withConf(settings: _*) {
      if (answer(query.replace("@", "")).isInstanceOf[String])
        predicates.foreach(p => compare(filter(table, p), settings))
      else compare(query, settings)
    }
  }

  def checkQuery(query: String, variants: Seq[Settings] = modes): Unit =
    for (settings <- Turns.half(variants, query)) PlanSession.withConf(settings: _*)(compare(query, settings))

  /** For queries that order their rows completely. */
  def checkOrdered(query: String, variants: Seq[Settings] = modes): Unit =
    for (settings <- Turns.half(variants, query)) PlanSession.withConf(settings: _*) {
      val expected = rows(query.replace("@", "")).recover(errorClass)
      assertEquals(expected, rows(query.replace("@", "inproc.")).recover(errorClass), s"$settings: $query")
    }

  /** `@` stands before the names of tables. */
  private def compare(query: String, settings: Settings): Unit =
    assertEquals(answer(query.replace("@", "")), answer(query.replace("@", "inproc.")), s"$settings: $query")

  /** The rows as a sorted list of texts, or the class of the error. */
  def answer(sql: String): Any = rows(sql) match {
    case Success(rows) => rows.sorted
    case Failure(error) => conditionOf(error)
  }

  /** The rows as texts, in their order. */
  def rows(sql: String): Try[Seq[String]] = Try(spark.sql(sql).collect().map(text).toList)

  /** Returns the result of an action on an in-process table, and the number of its rows that crossed the wire. */
  def withRowsSent[T](table: String)(action: => T): (T, Long) = {
    val counter = InProcessCatalog.table(table).rowsSent
    val before = counter.get
    val result = action
    (result, counter.get - before)
  }

  private def text(row: Row): String = row.toSeq.map(text).mkString("|")

  private def text(value: Any): String = value match {
    case bytes: Array[Byte] => bytes.mkString("[", " ", "]")
    // Sums and averages depend on the order of the rows in the last digits.
    case number: Double if !number.isNaN && !number.isInfinite => f"$number%.9e"
    case struct: Row => struct.toSeq.map(text).mkString("{", ", ", "}")
    case array: scala.collection.Seq[_] => array.map(text).mkString("(", ", ", ")")
    case map: scala.collection.Map[_, _] =>
      map.map { case (k, v) => s"${text(k)} -> ${text(v)}" }.mkString("<", ", ", ">")
    case other => String.valueOf(other)
  }

  private val errorClass: PartialFunction[Throwable, Seq[String]] = { case error => Seq(conditionOf(error)) }

  private def conditionOf(error: Throwable): String = Iterator
    .iterate(error)(_.getCause)
    .takeWhile(_ != null)
    .collectFirst {
      case typed: SparkThrowable if typed.getCondition != null => typed.getCondition.takeWhile(_ != '.')
      case ours: EvaluationException => ours.code.name
    }
    .getOrElse(throw error)
}
