package org.apache.spark.sql.hbase.read

import com.google.protobuf.ByteString

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.conf.ReadConf
import org.apache.spark.sql.hbase.plan.catalyst.{PushdownReport, SubPlanAssembly}
import org.apache.spark.sql.hbase.read.partition.Bucketing
import org.apache.spark.sql.hbase.wire.proto.SubPlan
import org.apache.spark.sql.types.StructType

/** The bytes that a scan reads of a table, and the sub-plan that it runs over them. Immutable but for [[lastRun]]. */
private[read] trait SubPlanRead {
  def settings: ClusterSettings
  def table: ScannedTable

  /** A serialized `SubPlan`, sent to HBase as it is. */
  def subPlan: ByteString
  def conf: ReadConf

  /** A sub-plan whose filters limit the row keys; without it those of [[subPlan]] do. */
  def keyConditions: Option[ByteString]
  def bucketing: Option[Bucketing]

  /** Names and types of the sub-plan's output. */
  def readSchema: StructType
  def report: PushdownReport
  def lastRun: LastRun

  lazy val plan: SubPlan = SubPlan.parseFrom(subPlan)

  /** The sub-plan as it is known before the query runs. */
  lazy val surePlan: SubPlan = SubPlanAssembly.withoutValues(plan)

  lazy val keys: ScanKeys = ScanKeys.of(keyConditions.getOrElse(surePlan.toByteString), plan, table.rows, conf)
}
