package org.apache.spark.sql.hbase.read

import java.util.Locale

import scala.jdk.CollectionConverters._

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.{HBaseConf, HBaseErrors}
import org.apache.spark.sql.hbase.wire.proto.SubPlan

/** What happens to a query that reads a whole table. */
sealed trait FullScan

object FullScan extends Logging {
  case object Allow extends FullScan
  case object Warn extends FullScan
  case object Error extends FullScan

  private val all = Seq(Allow, Warn, Error)

  /** In the words of the setting. */
  val names: Set[String] = all.map(name).toSet

  def parse(text: String): FullScan = all.find(name(_) == text).get

  private def name(policy: FullScan): String = policy.toString.toLowerCase(Locale.ROOT)

  /** True where a LIMIT ends the scan: it stops at the first rows, because no condition passes over any. */
  private[read] def endsEarly(plan: SubPlan): Boolean = {
    val operators = plan.getOperatorsList.asScala
    operators.exists(_.hasLimit) && !operators.exists(_.hasFilter)
  }

  /** Of a scan that reads all row keys, just before it does. */
  private[read] def check(policy: FullScan, scan: ScanDescription): Unit = policy match {
    case Allow =>
    case Warn => logWarning(s"A query reads a whole table. ${scan.line}")
    case Error =>
      throw HBaseErrors.FullScan.analysis(
        "table" -> scan.table,
        "firstKeyColumn" -> scan.keyColumn.getOrElse("unknown"),
        "pushedDown" -> scan.operators.mkString(" -> "),
        "staysInSpark" -> (if (scan.refusals.isEmpty) "nothing" else scan.refusals.mkString("; ")),
        "setting" -> HBaseConf.FullScans.key
      )
  }
}
