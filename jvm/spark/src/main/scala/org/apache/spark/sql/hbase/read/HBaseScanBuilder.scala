package org.apache.spark.sql.hbase.read

import org.apache.spark.sql.connector.read.{Scan, ScanBuilder, SupportsPushDownRequiredColumns}
import org.apache.spark.sql.hbase.client.ClusterSettings
import org.apache.spark.sql.hbase.plan.PushdownReport
import org.apache.spark.sql.hbase.schema.{TableLayouts, TableSchema}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

/**
 * Plans a scan that reads columns. It takes no predicates: Spark plans dynamic pruning only above a Filter of its own, and
 * the planner strategy pushes filters and partial aggregates later, with their exact types and evaluation modes. Spark asks
 * for nested columns with the fields it needs; no others leave the region servers.
 */
final class HBaseScanBuilder(settings: ClusterSettings, table: TableSchema)
    extends ScanBuilder
    with SupportsPushDownRequiredColumns {

  private var required: StructType = table.sparkSchema

  override def pruneColumns(requiredSchema: StructType): Unit = required = requiredSchema

  override def build(): Scan = SubPlanScan(
    settings,
    ScannedTable.of(table),
    TableLayouts.projection(table, required).toByteString,
    ReadConf.of(SQLConf.get)
  )(required, isPlain = true, PushdownReport.nothing)
}
