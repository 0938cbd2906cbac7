package org.apache.spark.sql.hbase.cluster

import java.io.IOException

import scala.jdk.CollectionConverters._

import org.apache.spark.QueryContext
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, NoAnswer, SubPlanException}
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseError, HBaseErrors, MissingParts, Refusals}
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.wire.RemoteError
import org.apache.spark.sql.hbase.wire.plan.PlanException

/** Words errors of the engine and of HBase's client as Spark's. Pure functions: whoever catches tells [[SilentClusters]]. */
object SubPlanErrors {

  /**
   * While tasks run. An expression that failed fails with the exception that Spark itself would have thrown.
   *
   * @param contexts the places of calls in the text of the query, by their numbers in the sub-plan. Statements that write have
   *   none.
   */
  def toRuntime(e: IOException, settings: ClusterSettings, contexts: Map[Int, QueryContext]): Throwable =
    e match {
      case s: SubPlanException =>
        EvaluationErrors
          .toSpark(s.error, contexts)
          .getOrElse(condition(s.error).runtimeCausedBy(e, values(s.error): _*))
      case _ =>
        val (error, values) = ofHBase(e, settings)
        error.runtimeCausedBy(e, values: _*)
    }

  /** Before tasks run: while a statement is analysed or planned. */
  def toAnalysis(e: IOException, settings: ClusterSettings): Throwable = e match {
    case s: SubPlanException => condition(s.error).analysisCausedBy(e, values(s.error): _*)
    case _ =>
      val (error, values) = ofHBase(e, settings)
      error.analysisCausedBy(e, values: _*)
  }

  /** A sub-plan that the engine refuses before any row is read. */
  def ofPlan(e: PlanException): Throwable = {
    val error = e.error
    condition(error).analysisCausedBy(e, values(error): _*)
  }

  /** The error of a failure that another message describes better than "reading failed" or "writing failed", if there is one. */
  def known(e: IOException, settings: ClusterSettings): Option[(HBaseError, Seq[(String, Any)])] =
    Refusals
      .find(e)
      .map(refusal => HBaseErrors.RightMissing -> reason(FirstLine.of(refusal)))
      .orElse(MissingParts.of(e).map { case (error, cause) => error -> MissingParts.values(cause) })
      .orElse(Option.when(NoAnswer.isCauseOf(e))(HBaseErrors.ServerNotResponding -> silence(e, settings)))

  private def ofHBase(e: IOException, settings: ClusterSettings): (HBaseError, Seq[(String, Any)]) =
    known(e, settings).getOrElse(HBaseErrors.ReadFailed -> reason(FirstLine.withClass(e)))

  private def silence(e: IOException, settings: ClusterSettings): Seq[(String, Any)] = {
    val servers = NoAnswer.servers(e).asScala.toSeq
    Option.when(servers.nonEmpty)("servers" -> servers.mkString(",")).toSeq ++
      Seq("quorum" -> settings.quorum) ++ reason(NoAnswer.problem(e))
  }

  private def reason(text: String): Seq[(String, Any)] = Seq("reason" -> text)

  private def condition(error: RemoteError): HBaseError =
    HBaseError(error.code.name, error.code.sqlState, error.sentence)

  private def values(error: RemoteError): Seq[(String, Any)] = error.values.asScala.toSeq
}
