package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._

import com.google.protobuf.ByteString

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.plan.catalyst.{PushdownReport, Refusal, SubPlanAssembly}
import org.apache.spark.sql.hbase.plan.runtime.{RuntimeFilters, TriedKeys}
import org.apache.spark.sql.hbase.wire.proto.{BroadcastJoin, SubPlan}

/**
 * The values that Spark tells a scan while the query runs. They are build rows of joins, keys of the other side of a
 * join, and values of subqueries. Each makes the scan a narrower one. Thread-safe.
 *
 * @tparam S the scan
 * @param whole what the scan reads before Spark has told anything
 * @param narrower makes the scan with a serialized sub-plan and its report
 */
private[read] final class RuntimeNarrowing[S](whole: SubPlanRead, narrower: (ByteString, PushdownReport) => S) {
  import whole.{conf, plan, report, table}

  @volatile private var learned: Seq[Expression] = Nil

  /** The sub-plan with the build rows of its joins, once Spark has told them. */
  @volatile private var joined: Option[SubPlan] = None

  @volatile private var latest: Option[S] = None

  /** The scan with all that Spark has told; None before it has told anything. */
  def narrowed: Option[S] = latest

  def learn(conditions: Seq[Expression]): Unit = synchronized {
    learned = (conditions ++ learned).distinct
    latest = Some(withLearned)
  }

  /** @param joins in the order of the sub-plan's operators */
  def learnBuildRows(joins: Seq[BroadcastJoin]): Either[Refusal, Unit] = synchronized {
    SubPlanAssembly.withJoins(plan, joins).map { subPlan =>
      joined = Some(subPlan)
      latest = Some(withLearned)
    }
  }

  /** Build rows come with the query; a sub-plan that was given has its own. */
  def lacksBuildRows: Boolean =
    table.schema.isDefined && joined.isEmpty && plan.getOperatorsList.asScala.exists(_.hasBroadcastJoin)

  private def withLearned: S = {
    val base = joined.getOrElse(plan)
    table.schema.filter(_ => learned.nonEmpty) match {
      case None => narrower(base.toByteString, report)
      case Some(schema) =>
        val filled = RuntimeFilters.filled(base, learned).fold(subqueryValueRefused, identity)
        val found = RuntimeFilters.narrow(filled.subPlan, schema.sparkSchema, learned, limits)
        val known = report.learning(found.added, filled.refused ++ found.refused)
        narrower(found.subPlan.toByteString, known)
    }
  }

  private def limits: Map[String, TriedKeys.Limit] = report.tried.map { column =>
    val known = table.statistics.flatMap(_.columns.find(_.name == column))
    column -> TriedKeys.Limit(conf.maxRuntimeKeys, known.map(_.distinct))
  }.toMap

  private def subqueryValueRefused(refusal: Refusal): Nothing =
    throw HBaseErrors.SubqueryValueRefused.runtime("table" -> table.sqlName, "reason" -> refusal)
}
