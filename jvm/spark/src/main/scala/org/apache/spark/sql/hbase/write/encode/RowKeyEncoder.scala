package org.apache.spark.sql.hbase.write.encode

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters
import org.apache.spark.sql.hbase.codec.types.CodecException
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{CatalystValues, CellNames, TableRowKeys, TableSchema}

/**
 * Computes the row keys of rows that hold a table's key columns. Reuses its buffers; not thread-safe.
 *
 * @param keyOrdinals where a row has the columns of the row key, in row-key order
 */
final class RowKeyEncoder(table: TableSchema, keyOrdinals: Array[Int]) {
  private val builder = TableRowKeys.codec(table).newBuilder()
  private val rows = table.rowRange
  private val putters = table.keyColumns.map(c => CatalystValues.putter(c.sqlType)).toArray

  def encode(row: SpecializedGetters): Array[Byte] = {
    builder.reset()
    try {
      var part = 0
      while (part < putters.length) {
        putters(part)(row, keyOrdinals(part), builder)
        part += 1
      }
      inside(builder.toByteArray)
    } catch {
      case e: CodecException =>
        val column =
          if (e.keyPart >= 0) table.keyColumns(e.keyPart).name else table.keyColumns.map(_.name).mkString(",")
        throw RowKeyEncoder.refusal(table, e, column)
    }
  }

  private def inside(rowKey: Array[Byte]): Array[Byte] =
    if (rows.contains(rowKey)) rowKey
    else
      throw HBaseErrors.RowOutsideTable.runtime(
        "table" -> table.fullName,
        "hbaseTable" -> table.hbaseTable,
        "rowKey" -> CellNames.text(rowKey),
        "prefix" -> table.rowPrefix.getOrElse("")
      )
}

object RowKeyEncoder {

  /** The error of a value that a codec refused. */
  private[write] def refusal(table: TableSchema, e: CodecException, column: String): Throwable = {
    val values = e.values.asScala.toSeq.filterNot { case (key, _) => key == "part" || key == "field" }
    HBaseErrors.ofCodec(e).runtimeCausedBy(e, ("table" -> table.fullName) +: ("column" -> column) +: values: _*)
  }
}
