package org.apache.spark.sql.hbase.bulkload

import java.util.Arrays

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.client.Put

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.codec.chunk.{ChunkCodec, GroupCell}
import org.apache.spark.sql.hbase.codec.packed.PackedCodec
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{CellNames, TableSchema}
import org.apache.spark.sql.hbase.write.encode.{PackedRowEncoder, RowKeyEncoder}

/**
 * Rows of a table in layout columnar: those of a group become chunks of one HBase row, numbered in row-key order. One task has
 * all rows of a group that the load has. In memory is one chunk. Not thread-safe.
 *
 * @param loadId tells the chunks of this load from those of others
 */
private[bulkload] final class GroupedRows(
    table: TableSchema,
    timestamp: Long,
    loadId: Long,
    cells: RowCells,
    output: (Array[Byte], Array[Byte]) => Unit
) extends LoadedRows {
  import GroupedRows._

  private val groups = table.groups.get
  private val family = CellNames.bytes(table.packedCells.head.family)
  private val fields = table.packedCells.head.fields
  private val keys = new RowKeyEncoder(table, table.keyColumns.map(table.columns.indexOf(_)).toArray)
  private val values = new PackedRowEncoder(table, 0)
  private val reader = new PackedCodec(fields.asJava).newReader()
  private val chunk = new ChunkCodec(fields.asJava, groups).newWriter()
  private var group: Array[Byte] = _
  private var number = 0
  private var rowsOfGroup = 0

  override def rowKey(row: InternalRow): Array[Byte] = keys.encode(row)

  override def encode(rowKey: Array[Byte], row: InternalRow): Array[Byte] = values.encode(row)

  override def write(rowKey: Array[Byte], encoded: Array[Byte]): Unit = {
    val ofRow = groups.of(rowKey)
    if (group == null || !Arrays.equals(group, ofRow)) {
      finish()
      group = ofRow
      number = 0
      rowsOfGroup = 0
    } else if (chunk.isFull) finish()
    rowsOfGroup += 1
    if (rowsOfGroup > MaxRowsOfGroup) throw tooLarge
    chunk.startRow(rowKey)
    reader.bind(encoded, 0, encoded.length)
    var field = 0
    while (field < fields.size) {
      reader.read(field, chunk)
      field += 1
    }
  }

  override def finish(): Unit = if (chunk.rowCount > 0) {
    val put = new Put(group, timestamp)
    put.addColumn(family, GroupCell.chunkQualifier(loadId, number), chunk.toByteArray(timestamp))
    cells.add(put)
    output(group, cells.take())
    chunk.reset()
    number += 1
  }

  private def tooLarge: Throwable = HBaseErrors.UnsupportedBulkLoad.runtime(
    "table" -> table.fullName,
    "row" -> CellNames.text(group),
    "reason" -> (s"more than $MaxRowsOfGroup rows start with the same ${groups.bits} bits, too many for one HBase row; make " +
      "the table anew with a greater hbase.group.bits")
  )
}

private object GroupedRows {

  /** Readers hold a group in memory where several loads or changed rows meet in it. */
  private val MaxRowsOfGroup = 1 << 16
}
