package org.apache.spark.sql.hbase.shim

import java.time.DateTimeException

import org.apache.spark.{
  QueryContext,
  SparkArithmeticException,
  SparkArrayIndexOutOfBoundsException,
  SparkNumberFormatException,
  SparkRuntimeException,
  SparkThrowable
}
import org.apache.spark.sql.errors.QueryExecutionErrors

/** Spark's own errors of expressions, which are made of a condition and its parameters. */
private[hbase] object ConditionShim {
  private val NoContext = Array.empty[QueryContext]

  /** Returns the condition of an error. */
  def of(error: SparkThrowable): String = error.getCondition

  // Not through QueryExecutionErrors, whose array would hold a null context: PySpark cannot show such an exception.
  def arithmetic(condition: String, parameters: Map[String, String]): RuntimeException =
    new SparkArithmeticException(condition, parameters, NoContext)

  def numberFormat(condition: String, parameters: Map[String, String]): RuntimeException =
    new SparkNumberFormatException(condition, parameters, NoContext)

  def arrayIndex(condition: String, parameters: Map[String, String]): RuntimeException =
    new SparkArrayIndexOutOfBoundsException(condition, parameters, NoContext)

  def runtime(condition: String): RuntimeException =
    new SparkRuntimeException(condition, Map.empty[String, String], null, NoContext, "")

  /** A field of a date that is not of the calendar. */
  def dateField(cause: DateTimeException): RuntimeException = QueryExecutionErrors.ansiDateTimeArgumentOutOfRange(cause)

  /** A text that is no timestamp of the pattern. */
  def unparsedTimestamp(cause: DateTimeException): RuntimeException =
    QueryExecutionErrors.ansiDateTimeParseError(cause, "try_to_timestamp")
}
