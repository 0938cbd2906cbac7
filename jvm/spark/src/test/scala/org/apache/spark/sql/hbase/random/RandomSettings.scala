package org.apache.spark.sql.hbase.random

import scala.util.Random

import org.apache.spark.sql.hbase.plan.PlanSession

/** The session settings on which the meaning of an expression depends. */
final case class RandomSettings(isAnsi: Boolean, zone: String) {
  def apply[T](action: => T): T =
    PlanSession.withConf("spark.sql.ansi.enabled" -> isAnsi.toString, "spark.sql.session.timeZone" -> zone)(action)

  override def toString: String = s"${if (isAnsi) "ANSI" else "LEGACY"} $zone"
}

object RandomSettings {
  private val zones = Seq("UTC", "America/Los_Angeles", "Asia/Kolkata")

  def draw(random: Random): RandomSettings = RandomSettings(random.nextBoolean(), zones(random.nextInt(zones.size)))
}
