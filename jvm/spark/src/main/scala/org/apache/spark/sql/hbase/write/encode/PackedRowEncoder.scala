package org.apache.spark.sql.hbase.write.encode

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.codec.packed.PackedCodec
import org.apache.spark.sql.hbase.codec.types.CodecException
import org.apache.spark.sql.hbase.schema.{CatalystValues, Place, TableSchema}

/**
 * Makes one packed cell of each row: the values of the columns that lie in it. Reuses its buffers; not thread-safe.
 *
 * @param cell its position among those of the table
 */
private[hbase] final class PackedRowEncoder(table: TableSchema, cell: Int) {
  private val fields = table.packedCells(cell).fields
  // A column of the table for each field. Fields of dropped columns have -1.
  private val ordinals = {
    val byPlace = table.columns.map(_.place).zipWithIndex.toMap
    fields.indices.map(f => byPlace.getOrElse(Place.Packed(cell, f), -1)).toArray
  }
  private val columns = table.columns.toArray
  private val writer = new PackedCodec(fields.asJava).newWriter()
  private val putters = ordinals.map(i => if (i < 0) null else CatalystValues.putter(columns(i).sqlType))

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
      case e: CodecException =>
        throw RowKeyEncoder.refusal(table, e, if (ordinals(i) < 0) "" else columns(ordinals(i)).name)
    }
    writer.toByteArray
  }
}
