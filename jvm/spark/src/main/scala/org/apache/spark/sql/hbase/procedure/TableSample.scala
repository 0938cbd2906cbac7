package org.apache.spark.sql.hbase.procedure

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.hbase.{CellUtil, TableName}
import org.apache.hadoop.hbase.client.{Connection, Scan}

import org.apache.spark.sql.hbase.schema.CellNames

/**
 * Some rows of an HBase table.
 *
 * @param columns values by family and qualifier, both as [[CellNames]] spells them, in the order of the names
 */
private[procedure] final case class TableSample(
    rowKeys: Seq[Array[Byte]],
    columns: Seq[((String, String), Seq[Array[Byte]])]
)

private[procedure] object TableSample {

  /** Bounds the bytes of the sample: if rows are very large, fewer are taken. */
  private val MaxBytes = 16L << 20

  /** The first rows of each region, about the same number of each. */
  def of(connection: Connection, table: TableName, rows: Int): TableSample = {
    val rowKeys = mutable.ArrayBuffer.empty[Array[Byte]]
    val columns = mutable.SortedMap.empty[(String, String), mutable.ArrayBuffer[Array[Byte]]]
    var bytes = 0L
    val starts = Using.resource(connection.getRegionLocator(table))(_.getStartKeys.toSeq)
    Using.resource(connection.getTable(table)) { open =>
      starts.zipWithIndex.foreach { case (start, i) =>
        val wanted = (rows - rowKeys.size) / (starts.size - i)
        val scan = new Scan().withStartRow(start).setLimit(wanted).setCacheBlocks(false).setMaxResultSize(1L << 20)
        if (i + 1 < starts.size) scan.withStopRow(starts(i + 1))
        if (wanted > 0) Using.resource(open.getScanner(scan)) { results =>
          results.iterator.asScala.takeWhile(_ => bytes < MaxBytes).foreach { row =>
            rowKeys += row.getRow
            row.rawCells.foreach { cell =>
              val name = CellNames.text(CellUtil.cloneFamily(cell)) -> CellNames.text(CellUtil.cloneQualifier(cell))
              columns.getOrElseUpdate(name, mutable.ArrayBuffer.empty) += CellUtil.cloneValue(cell)
              bytes += cell.getSerializedSize
            }
          }
        }
      }
    }
    TableSample(rowKeys.toList, columns.toSeq.map { case (name, values) => name -> values.toList })
  }
}
