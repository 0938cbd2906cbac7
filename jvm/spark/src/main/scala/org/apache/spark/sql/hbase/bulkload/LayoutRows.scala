package org.apache.spark.sql.hbase.bulkload

import org.apache.spark.sql.hbase.conf.WrittenNulls
import org.apache.spark.sql.hbase.schema.{Layout, TableSchema}

/** The rows of a bulk load in the layout of their table. */
private[bulkload] object LayoutRows {

  /**
   * @param families of the HBase table, by number
   * @param output takes HBase rows and their cells, as [[RowCells]] makes them of them
   */
  def of(table: TableSchema, nulls: WrittenNulls, timestamp: Long, loadId: Long, families: Seq[Array[Byte]])(
      output: (Array[Byte], Array[Byte]) => Unit
  ): LoadedRows = table.layout match {
    case Layout.Columnar => new GroupedRows(table, timestamp, loadId, new RowCells(families), output)
    case Layout.Packed | Layout.Columns => new SingleRows(table, nulls, timestamp, new RowCells(families), output)
  }
}
