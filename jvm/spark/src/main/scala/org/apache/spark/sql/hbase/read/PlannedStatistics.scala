package org.apache.spark.sql.hbase.read

import org.apache.spark.sql.connector.read.Statistics
import org.apache.spark.sql.hbase.client.cluster.RegionLocations
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.read.estimate.{ReportedStatistics, ScanEstimate}
import org.apache.spark.sql.types.StructType

/** Puts together what is known of a scan: regions and their sizes, conditions on row keys, statistics of the table. */
private[read] object PlannedStatistics {

  /** Spark's own allowance per row. */
  private val RowOverhead = 8

  /** @param keys of the rows that are wanted */
  def of(regions: RegionLocations.Sized, table: ScannedTable, keys: KeyRanges, read: StructType): Statistics = {
    val whole = table.schema.fold(read)(_.sparkSchema)
    val estimate = ScanEstimate.of(
      regions,
      ScanEstimate.Input(
        keys,
        table.statistics.map(known =>
          ScanEstimate.Analyzed(known.rows, known.keyParts, KeyRanges.ALL.within(table.rows))
        ),
        rowBytes = bytes(read),
        shareOfRow = math.min(1, bytes(read).toDouble / bytes(whole))
      )
    )
    val limiting = table.conditions.filterNot(_.keys.isAll).fold(Set.empty[String])(_.columns)
    val columns = table.statistics.toSeq.flatMap(ReportedStatistics.columns(_, read.fieldNames.toSet, limiting))
    new ReportedStatistics(estimate, columns)
  }

  private def bytes(schema: StructType): Long = RowOverhead + schema.defaultSize.toLong
}
