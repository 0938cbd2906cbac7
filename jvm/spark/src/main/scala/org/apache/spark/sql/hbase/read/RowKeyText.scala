package org.apache.spark.sql.hbase.read

import java.util.Locale

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.hbase.codec.rowkey.RowKeyCodec.PartEnd
import org.apache.spark.sql.hbase.codec.types.CodecException
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.read.reader.UnsafeSinks
import org.apache.spark.sql.hbase.read.report.ShellText
import org.apache.spark.sql.hbase.schema.{TableRowKeys, SparkTypes, TableSchema}
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * Row keys, and the begins of row keys, as values of columns: `day = DATE '2024-01-05', shop = 'a'`. What is left behind the
 * last whole value is shown as bytes. Not thread-safe.
 */
private[read] final class RowKeyText(table: TableSchema) {
  private val columns = table.keyColumns
  private val codec = TableRowKeys.codec(table)
  private val prefixBytes = table.keyPrefix.fold(0)(_.width)

  /** None where no column has a whole value. */
  def row(row: Array[Byte]): Option[String] = text(row) { case (name, value) => s"$name = $value" }

  /** As [[row]], without the names of columns. */
  def valuesOnly(row: Array[Byte]): Option[String] = text(row)(_._2)

  private def text(row: Array[Byte])(shown: ((String, String)) => String): Option[String] = {
    val salt =
      if (prefixBytes == 0 || row.length < prefixBytes) Nil
      else
        Seq(
          s"${table.keyPrefix.get.kind.name.toLowerCase(Locale.ROOT)} ${row.take(prefixBytes).map("%02x".format(_)).mkString}"
        )
    val (values, end) = parts(row)
    val rest = if (end < row.length) Seq(s"bytes ${ShellText.row(row.drop(end))}") else Nil
    Option.when(values.nonEmpty)((salt ++ values.map(shown) ++ rest).mkString(", "))
  }

  /** Half-open, as the bytes are. */
  def range(range: KeyRange): String = {
    def end(bytes: Array[Byte]) = row(bytes).getOrElse(ShellText.row(bytes))
    val start = if (range.start.isEmpty) "start" else end(range.start)
    s"[$start; ${Option(range.stop).fold("end")(end)})"
  }

  /** The names and values of the columns, and where the last one ends. */
  private def parts(row: Array[Byte]): (Seq[(String, String)], Int) = {
    val found = Seq.newBuilder[(String, String)]
    var at = prefixBytes
    var part = 0
    var isReadable = true
    while (isReadable && part < columns.size && at < row.length) {
      val end = endOf(part, row, at)
      val value = if (end > at && end <= row.length) decoded(part, row.slice(at, end)) else None
      value match {
        case Some(text) =>
          found += columns(part).name -> text
          at = end
          part += 1
        case None => isReadable = false
      }
    }
    (found.result(), at)
  }

  private def endOf(part: Int, row: Array[Byte], at: Int): Int = codec.endOf(part) match {
    case PartEnd.WIDTH => at + codec.widthOf(part)
    case PartEnd.TERMINATOR => codec.terminatedEnd(part, row, at, row.length)
    case PartEnd.END_OF_KEY => row.length
    case PartEnd.LENGTH => -1
  }

  /** None for bytes that are no value of the column. */
  private def decoded(part: Int, bytes: Array[Byte]): Option[String] = try {
    val dataType = SparkTypes.toSpark(columns(part).sqlType)
    val writer = new UnsafeRowWriter(1)
    writer.resetRowWriter()
    codec.decodePart(part, bytes, UnsafeSinks.of(dataType, writer))
    val value = writer.getRow
    Some(if (value.isNullAt(0)) "NULL" else Literal(value.get(0, dataType), dataType).sql)
  } catch {
    case _: CodecException => None
  }
}
