package org.apache.spark.sql.hbase.read

import java.io.IOException

import scala.jdk.CollectionConverters._

import org.apache.spark.{QueryContext, SparkArithmeticException, SparkNumberFormatException}
import org.apache.spark.sql.errors.QueryExecutionErrors
import org.apache.spark.sql.hbase.{HBaseError, HBaseErrors}
import org.apache.spark.sql.hbase.client.SubPlanException
import org.apache.spark.sql.hbase.wire.{ErrorCode, PlanException, RemoteError}
import org.apache.spark.sql.internal.SQLConf

/** Turns errors of the engine and of HBase's client into Spark's. */
object SubPlanErrors {

  /** While tasks run. An expression that failed fails with the exception that Spark itself would have thrown. */
  def toRuntime(e: IOException): Throwable = e match {
    case s: SubPlanException =>
      evaluationError(s.error).getOrElse(condition(s.error).runtimeCausedBy(e, values(s.error): _*))
    case _ => HBaseErrors.ReadFailed.runtimeCausedBy(e, "reason" -> firstLine(e))
  }

  /** Before tasks run: while a statement is analysed or planned. */
  def toAnalysis(e: IOException): Throwable = e match {
    case s: SubPlanException => condition(s.error).analysisCausedBy(e, values(s.error): _*)
    case _ => HBaseErrors.ReadFailed.analysisCausedBy(e, "reason" -> firstLine(e))
  }

  /** A sub-plan that the engine refuses before any row is read. */
  def ofPlan(e: PlanException): Throwable = {
    val error = e.error
    condition(error).analysisCausedBy(e, values(error): _*)
  }

  private def condition(error: RemoteError): HBaseError =
    HBaseError(error.code.name, error.code.sqlState, error.sentence)

  private def values(error: RemoteError): Seq[(String, Any)] = error.values.asScala.toSeq

  private[read] def evaluationError(error: RemoteError): Option[Throwable] = {
    val given = error.values.asScala.toMap
    def parameters(names: String*): Map[String, String] = names.map(n => n -> given.getOrElse(n, "unknown")).toMap
    val noContext = Array.empty[QueryContext]
    error.code match {
      case ErrorCode.ARITHMETIC_OVERFLOW =>
        Some(QueryExecutionErrors.arithmeticOverflowError(given.getOrElse("message", error.sentence), "", null))
      case ErrorCode.DIVIDE_BY_ZERO => Some(QueryExecutionErrors.divideByZeroError(null))
      case ErrorCode.REMAINDER_BY_ZERO => Some(QueryExecutionErrors.remainderByZeroError(null))
      case ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE =>
        Some(
          new SparkArithmeticException(
            "NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION",
            parameters("value", "precision", "scale") + ("config" -> s"\"${SQLConf.ANSI_ENABLED.key}\""),
            noContext
          )
        )
      case ErrorCode.CAST_OVERFLOW =>
        Some(new SparkArithmeticException("CAST_OVERFLOW", parameters("value", "sourceType", "targetType"), noContext))
      case ErrorCode.CAST_INVALID_INPUT =>
        Some(
          new SparkNumberFormatException(
            "CAST_INVALID_INPUT",
            parameters("expression", "sourceType", "targetType"),
            noContext
          )
        )
      case _ => None
    }
  }

  // Messages of HBase's RPC carry the server's stack.
  private def firstLine(e: Throwable): String =
    s"${e.getClass.getSimpleName}: ${String.valueOf(e.getMessage).linesIterator.nextOption().getOrElse("")}"
}
