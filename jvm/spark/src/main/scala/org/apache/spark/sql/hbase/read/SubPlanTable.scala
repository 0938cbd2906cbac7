package org.apache.spark.sql.hbase.read

import java.util

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.google.protobuf.ByteString

import org.apache.spark.sql.connector.catalog.{SupportsRead, Table, TableCapability}
import org.apache.spark.sql.connector.read.{Scan, ScanBuilder}
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.conf.{Choice, Chosen, ReadConf}
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.plan.catalyst.{PushdownReport, PushedOperator}
import org.apache.spark.sql.hbase.read.report.SubPlanText
import org.apache.spark.sql.hbase.wire.plan.SubPlans
import org.apache.spark.sql.hbase.wire.proto.SubPlan
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * The output of one given sub-plan as a table. Columns are not pruned: the sub-plan is sent as it is. Immutable.
 *
 * @param rows the row keys that are read
 */
final class SubPlanTable(
    settings: ClusterSettings,
    hbaseTable: String,
    rows: KeyRange,
    subPlan: ByteString,
    output: StructType
) extends Table
    with SupportsRead {

  override def name(): String = hbaseTable

  override def schema(): StructType = output

  override def capabilities(): util.Set[TableCapability] = util.EnumSet.of(TableCapability.BATCH_READ)

  override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder = {
    val query = Choice.Coprocessor.ofQuery(options)
    () => scan(Choice.Coprocessor.of(query, Map.empty, SQLConf.get))
  }

  private def scan(coprocessor: Chosen[CoprocessorMode]): Scan = {
    val table = ScannedTable(hbaseTable, None, rows = rows)()
    SubPlanScan(settings, table, subPlan, ReadConf.of(SQLConf.get, coprocessor))(
      output,
      isPlain = false,
      PushdownReport(SubPlanTable.operators(subPlan), Seq.empty)
    )
  }
}

private object SubPlanTable {

  /** In words; of a sub-plan that the engine refuses, which the query will say, the kinds alone. */
  private def operators(subPlan: ByteString): Seq[PushedOperator] =
    Try(new SubPlanText(SubPlans.parse(subPlan.toByteArray)).operators).getOrElse {
      val kinds =
        SubPlan.parseFrom(subPlan).getOperatorsList.asScala.map(_.getNodeCase.name.toLowerCase(util.Locale.ROOT))
      kinds.toSeq.map(PushedOperator(_))
    }
}
