package org.apache.spark.sql.hbase.cluster

import java.io.IOException

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.client.cluster.SubPlanException
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseError, HBaseErrors, MissingParts, Refusals}
import org.apache.spark.sql.hbase.wire.RemoteError
import org.apache.spark.sql.hbase.wire.plan.PlanException

/** Turns errors of the engine and of HBase's client into Spark's. */
object SubPlanErrors {

  /**
   * While tasks run. An expression that failed fails with the exception that Spark itself would have thrown.
   *
   * @param where the table, as values of an error that names none
   */
  def toRuntime(e: IOException, where: (String, Any)*): Throwable = e match {
    case s: SubPlanException =>
      EvaluationErrors.toSpark(s.error).getOrElse(condition(s.error).runtimeCausedBy(e, values(s.error): _*))
    case _ =>
      val (error, reason) = ofHBase(e)
      error.runtimeCausedBy(e, where :+ ("reason" -> reason): _*)
  }

  /** Before tasks run: while a statement is analysed or planned. */
  def toAnalysis(e: IOException): Throwable = e match {
    case s: SubPlanException => condition(s.error).analysisCausedBy(e, values(s.error): _*)
    case _ =>
      val (error, reason) = ofHBase(e)
      error.analysisCausedBy(e, "reason" -> reason)
  }

  /** A sub-plan that the engine refuses before any row is read. */
  def ofPlan(e: PlanException): Throwable = {
    val error = e.error
    condition(error).analysisCausedBy(e, values(error): _*)
  }

  private def ofHBase(e: IOException): (HBaseError, String) = Refusals.find(e) match {
    case Some(refusal) => (HBaseErrors.RightMissing, FirstLine.of(refusal))
    case None =>
      MissingParts.of(e).fold((HBaseErrors.ReadFailed, FirstLine.withClass(e))) { case (error, cause) =>
        (error, FirstLine.of(cause))
      }
  }

  private def condition(error: RemoteError): HBaseError =
    HBaseError(error.code.name, error.code.sqlState, error.sentence)

  private def values(error: RemoteError): Seq[(String, Any)] = error.values.asScala.toSeq
}
