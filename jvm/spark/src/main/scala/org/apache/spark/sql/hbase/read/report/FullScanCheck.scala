package org.apache.spark.sql.hbase.read.report

import scala.jdk.CollectionConverters._

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.conf.{FullScan, HBaseConf}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.wire.proto.SubPlan

/** Does what [[FullScan]] says to a scan that reads a whole table. */
private[read] object FullScanCheck extends Logging {

  /** Returns true where a LIMIT ends the scan: it stops at the first rows, because no condition passes over any. */
  def endsEarly(plan: SubPlan): Boolean = {
    val operators = plan.getOperatorsList.asScala
    operators.exists(_.hasLimit) && !operators.exists(_.hasFilter)
  }

  /** Warns of a scan that reads all row keys, or refuses it, just before it does. */
  def check(policy: FullScan, scan: ScanDescription): Unit = policy match {
    case FullScan.Allow =>
    case FullScan.Warn => logWarning(s"A query reads a whole table. ${scan.line}")
    case FullScan.Error =>
      throw HBaseErrors.FullScanForbidden.analysis(
        "table" -> scan.table,
        "firstKeyColumn" -> scan.keyColumn.getOrElse("unknown"),
        "pushedDown" -> scan.operators.mkString(" -> "),
        "staysInSpark" -> (if (scan.refusals.isEmpty) "nothing" else scan.refusals.mkString("; ")),
        "setting" -> HBaseConf.FullScans.key
      )
  }
}
