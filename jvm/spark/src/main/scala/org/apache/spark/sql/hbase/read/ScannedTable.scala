package org.apache.spark.sql.hbase.read

import org.apache.spark.sql.hbase.conf.ReadTime
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.schema.{TableSchema, TableStatistics}

/**
 * The HBase table a scan reads.
 *
 * @param schema absent where only a sub-plan is known, which says itself how the table lies
 * @param rows the row keys of the table, which may be a part of its HBase table
 * @param time which of its cells count
 * @param statistics of the whole table, for estimates only
 * @param conditions that Spark checks above the scan, for estimates only
 */
final case class ScannedTable(
    hbaseTable: String,
    schema: Option[TableSchema],
    rows: KeyRange = KeyRange.ALL,
    time: ReadTime = ReadTime.Present
)(
    val statistics: Option[TableStatistics] = None,
    private[read] val conditions: Option[EstimatedConditions] = None
) {
  def sqlName: String = schema.fold(hbaseTable)(_.fullName)
}

object ScannedTable {
  def of(schema: TableSchema): ScannedTable = of(schema, ReadTime.Present, None, None)

  private[read] def of(
      schema: TableSchema,
      time: ReadTime,
      statistics: Option[TableStatistics],
      conditions: Option[EstimatedConditions]
  ): ScannedTable = ScannedTable(schema.hbaseTable, Some(schema), schema.rowRange, time)(statistics, conditions)
}

/**
 * Conditions that Spark checks above a scan.
 *
 * @param keys that can meet them
 * @param columns whose conditions limit the keys
 */
private[hbase] final case class EstimatedConditions(keys: KeyRanges, columns: Set[String])
