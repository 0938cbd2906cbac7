package org.apache.spark.sql.hbase.plan

/**
 * What runs in the region servers and what does not, in words, for EXPLAIN and the log. Immutable.
 *
 * @param pushed operators of the sub-plan in order, such as `Filter(distance > 100)`
 * @param refused what stays in Spark and why
 */
final case class PushdownReport(pushed: Seq[String], refused: Seq[String]) {
  def refusing(reasons: Seq[String]): PushdownReport = copy(refused = refused ++ reasons)
}

object PushdownReport {
  val nothing: PushdownReport = PushdownReport(Nil, Nil)
}
