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
import org.apache.spark.sql.internal.SQLConf

/** Spark's own errors of expressions, which are made of a condition and its parameters. */
private[hbase] object ConditionShim {
  private val NoContext = Array.empty[QueryContext]
  private val AnsiConfig = "\"" + SQLConf.ANSI_ENABLED.key + "\""

  /** The conditions of later lines that have another name here. */
  private val Names = Map("NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION" -> "NUMERIC_VALUE_OUT_OF_RANGE")

  /** Returns the condition of an error. */
  def of(error: SparkThrowable): String = error.getErrorClass

  def arithmetic(condition: String, parameters: Map[String, String]): RuntimeException =
    new SparkArithmeticException(named(condition), complete(parameters), NoContext, "")

  def numberFormat(condition: String, parameters: Map[String, String]): RuntimeException =
    new SparkNumberFormatException(named(condition), complete(parameters), NoContext, "")

  def arrayIndex(condition: String, parameters: Map[String, String]): RuntimeException =
    new SparkArrayIndexOutOfBoundsException(named(condition), complete(parameters), NoContext, "")

  def runtime(condition: String): RuntimeException =
    new SparkRuntimeException(named(condition), Map.empty[String, String], null, NoContext, "")

  /** A field of a date that is not of the calendar. */
  def dateField(cause: DateTimeException): RuntimeException = QueryExecutionErrors.ansiDateTimeError(cause)

  /** A text that is no timestamp of the pattern. */
  def unparsedTimestamp(cause: DateTimeException): RuntimeException =
    QueryExecutionErrors.ansiDateTimeParseError(cause)

  private def named(condition: String): String = Names.getOrElse(condition, condition)

  /** Sentences of Spark 3.5 name the setting of ANSI. */
  private def complete(parameters: Map[String, String]): Map[String, String] =
    Map("config" -> AnsiConfig, "ansiConfig" -> AnsiConfig) ++ parameters
}
