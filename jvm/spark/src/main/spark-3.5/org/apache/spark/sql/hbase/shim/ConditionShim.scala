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
import org.apache.spark.sql.catalyst.trees.SQLQueryContext
import org.apache.spark.sql.errors.QueryExecutionErrors
import org.apache.spark.sql.internal.SQLConf

/** Spark's own errors of expressions, which are made of a condition and its parameters. */
private[hbase] object ConditionShim {

  /** The place of an expression in the text of its query. */
  type Context = Option[QueryContext]

  private val AnsiConfig = "\"" + SQLConf.ANSI_ENABLED.key + "\""

  /** The conditions of later lines that have another name here. */
  private val Names = Map("NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION" -> "NUMERIC_VALUE_OUT_OF_RANGE")

  /** Returns the condition of an error. */
  def of(error: SparkThrowable): String = error.getErrorClass

  def arithmetic(condition: String, parameters: Map[String, String], context: Context = None): RuntimeException =
    new SparkArithmeticException(named(condition), complete(parameters), array(context), summary(context))

  def numberFormat(condition: String, parameters: Map[String, String], context: Context = None): RuntimeException =
    new SparkNumberFormatException(named(condition), complete(parameters), array(context), summary(context))

  def arrayIndex(condition: String, parameters: Map[String, String], context: Context = None): RuntimeException =
    new SparkArrayIndexOutOfBoundsException(named(condition), complete(parameters), array(context), summary(context))

  def runtime(condition: String, context: Context): RuntimeException =
    new SparkRuntimeException(named(condition), Map.empty[String, String], null, array(context), summary(context))

  /** @param function which gives NULL instead */
  def overflow(sentence: String, function: String, context: Context): RuntimeException =
    QueryExecutionErrors.arithmeticOverflowError(sentence, function, inText(context).orNull)

  /** A field of a date that is not of the calendar. */
  def dateField(cause: DateTimeException): RuntimeException = QueryExecutionErrors.ansiDateTimeError(cause)

  /** A text that is no timestamp of the pattern. */
  def unparsedTimestamp(cause: DateTimeException): RuntimeException =
    QueryExecutionErrors.ansiDateTimeParseError(cause)

  private def array(context: Context): Array[QueryContext] = context.toArray

  private def summary(context: Context): String = inText(context).fold("")(_.summary)

  private def inText(context: Context): Option[SQLQueryContext] = context.collect { case sql: SQLQueryContext => sql }

  private def named(condition: String): String = Names.getOrElse(condition, condition)

  /** Sentences of Spark 3.5 name the setting of ANSI. */
  private def complete(parameters: Map[String, String]): Map[String, String] =
    Map("config" -> AnsiConfig, "ansiConfig" -> AnsiConfig) ++ parameters
}
