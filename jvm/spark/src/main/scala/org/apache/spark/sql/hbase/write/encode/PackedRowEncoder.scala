package org.apache.spark.sql.hbase.write.encode

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.codec.packed.PackedCodec
import org.apache.spark.sql.hbase.codec.types.CodecException
import org.apache.spark.sql.hbase.schema.{CatalystValues, ColumnMapping, Place, TableSchema}

/**
 * Makes one packed cell of each row: the values of the columns that lie in it. Reuses its buffers; not thread-safe.
 *
 * @param cell its position among those of the table
 */
private[hbase] final class PackedRowEncoder(table: TableSchema, cell: Int) {
  private val fields = table.packedCells(cell).fields
  // Fields of dropped columns have none.
  private val columns: Array[Option[ColumnMapping]] =
    fields.indices.map(f => table.columns.find(_.place == Place.Packed(cell, f))).toArray
  private val writer = new PackedCodec(fields.asJava).newWriter()
  private val putters = columns.map(_.map(c => CatalystValues.putter(c.sqlType)).orNull)
  private val ordinals = columns.map(_.fold(-1)(c => table.columns.indexOf(c)))

  /** The bytes of the cell of a row whose columns are the table's. */
  def encode(row: InternalRow): Array[Byte] = {
    writer.reset()
    var i = 0
    try {
      while (i < putters.length) {
        if (putters(i) == null) writer.putNull() else putters(i)(row, ordinals(i), writer)
        i += 1
      }
    } catch {
      case e: CodecException => throw RowKeyEncoder.refusal(table, e, columns(i).fold("")(_.name))
    }
    writer.toByteArray
  }
}
