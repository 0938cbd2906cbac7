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

  /** The place of an expression in the text of its query. */
  type Context = Option[QueryContext]

  /** Returns the condition of an error. */
  def of(error: SparkThrowable): String = error.getCondition

  // Not through QueryExecutionErrors, whose array would hold a null context: PySpark cannot show such an exception.
  def arithmetic(condition: String, parameters: Map[String, String], context: Context = None): RuntimeException =
    new SparkArithmeticException(condition, parameters, array(context), summary(context))

  def numberFormat(condition: String, parameters: Map[String, String], context: Context = None): RuntimeException =
    new SparkNumberFormatException(condition, parameters, array(context), summary(context))

  def arrayIndex(condition: String, parameters: Map[String, String], context: Context = None): RuntimeException =
    new SparkArrayIndexOutOfBoundsException(condition, parameters, array(context), summary(context))

  def runtime(condition: String, context: Context): RuntimeException =
    new SparkRuntimeException(condition, Map.empty[String, String], null, array(context), summary(context))

  /** @param function which gives NULL instead */
  def overflow(sentence: String, function: String, context: Context): RuntimeException =
    QueryExecutionErrors.arithmeticOverflowError(sentence, function, context.orNull)

  /** A field of a date that is not of the calendar. */
  def dateField(cause: DateTimeException): RuntimeException = QueryExecutionErrors.ansiDateTimeArgumentOutOfRange(cause)

  /** A text that is no timestamp of the pattern. */
  def unparsedTimestamp(cause: DateTimeException): RuntimeException =
    QueryExecutionErrors.ansiDateTimeParseError(cause, "try_to_timestamp")

  private def array(context: Context): Array[QueryContext] = context.toArray

  private def summary(context: Context): String = context.fold("")(_.summary)
}
