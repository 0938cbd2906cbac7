package org.apache.spark.sql.hbase.conf

import java.util.Locale

/** The rule for a query that reads a whole table. */
sealed trait FullScan

object FullScan {
  case object Allow extends FullScan
  case object Warn extends FullScan
  case object Error extends FullScan

  private val all = Seq(Allow, Warn, Error)

  /** In the words of the setting. */
  val names: Set[String] = all.map(name).toSet

  def parse(text: String): FullScan = all.find(name(_) == text).get

  private def name(policy: FullScan): String = policy.toString.toLowerCase(Locale.ROOT)
}
