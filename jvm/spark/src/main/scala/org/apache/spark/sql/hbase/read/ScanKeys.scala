package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._

import com.google.protobuf.ByteString

import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.conf.ReadConf
import org.apache.spark.sql.hbase.engine.CompiledSubPlan
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.wire.plan.{PlanException, SubPlans}
import org.apache.spark.sql.hbase.wire.proto.SubPlan

/**
 * The row keys that a scan reads. Immutable.
 *
 * @param single the row keys, where they are few and known one by one: gets read them
 */
private[read] final case class ScanKeys(ranges: KeyRanges, single: Option[Seq[Array[Byte]]])

private[read] object ScanKeys {

  /** About a MiB of groups. */
  private val MaxGroupGets = 16

  /**
   * @param conditions a serialized sub-plan, whose filters limit the row keys
   * @param rows of the table
   */
  def of(conditions: ByteString, plan: SubPlan, rows: KeyRange, conf: ReadConf): ScanKeys = {
    val planned =
      try CompiledSubPlan.compile(SubPlans.parse(conditions.toByteArray)).keyRanges
      catch {
        // Whoever runs the plan says what is wrong with it.
        case _: PlanException => KeyRanges.ALL
      }
    val ranges = planned.within(rows)
    ScanKeys(ranges, ranges.rowKeys(maxGets(plan, conf)).toScala.map(_.asScala.toSeq))
  }

  /** A get brings all rows of a group here; a region server picks the wanted ones. */
  private def maxGets(plan: SubPlan, conf: ReadConf): Int =
    if (plan.getTable.hasColumnar && conf.mode != CoprocessorMode.OFF) math.min(conf.maxGets, MaxGroupGets)
    else conf.maxGets
}
