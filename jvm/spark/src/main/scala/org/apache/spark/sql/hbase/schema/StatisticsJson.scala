package org.apache.spark.sql.hbase.schema

import java.time.Instant

import scala.util.control.NonFatal

import org.apache.hadoop.hbase.util.Bytes
import org.json4s._
import org.json4s.JsonDSL._
import org.json4s.jackson.JsonMethods.{compact, parse, render}

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseErrors}
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.types._

/**
 * A table's statistics as one JSON document, the cell `statistics` of its row in the metadata table. docs/FORMAT.md,
 * "Statistics", specifies it.
 */
object StatisticsJson extends Logging {
  val FormatVersion = 1

  /** Types of columns that Spark estimates with. */
  def isEstimated(dataType: DataType): Boolean = hasRange(dataType) || dataType == StringType || dataType == BinaryType

  /** Tells whether Spark uses the least and the greatest value of the type. */
  def hasRange(dataType: DataType): Boolean = dataType match {
    case _: NumericType | BooleanType | DateType | TimestampType => true
    case _ => false
  }

  def write(statistics: TableStatistics): String = compact(
    render(
      ("formatVersion" -> FormatVersion) ~
        ("tableId" -> statistics.tableId) ~
        ("schemaVersion" -> statistics.schemaVersion) ~
        ("analyzedAt" -> statistics.analyzedAt.toString) ~
        ("rows" -> statistics.rows) ~
        ("columns" -> statistics.columns.map { c =>
          ("name" -> c.name) ~ ("distinct" -> c.distinct) ~ ("nulls" -> c.nulls) ~
            ("min" -> c.range.map(r => text(r._1))) ~ ("max" -> c.range.map(r => text(r._2)))
        }) ~
        ("keyParts" -> statistics.keyParts.map { p =>
          ("start" -> Bytes.toStringBinary(p.start)) ~ ("bytes" -> p.bytes)
        })
    )
  )

  /** None of a document that a newer version wrote, and of an earlier table or version of it. */
  def read(document: String, table: TableSchema): Option[TableStatistics] =
    try {
      val json = parse(document)
      json \ "formatVersion" match {
        case JInt(version) if version == FormatVersion => Some(statistics(json, typesOf(table))).filter(_.areOf(table))
        case JInt(version) if version > FormatVersion =>
          logInfo(s"Statistics of table ${table.fullName} are not used: a newer version, $version, wrote them.")
          None
        case _ => throw new NoSuchElementException("the cell has no formatVersion")
      }
    } catch {
      // Missing members are JNothing, so a document of another shape fails one of the casts.
      case NonFatal(e) =>
        throw HBaseErrors.CorruptStatistics.analysisCausedBy(e, "table" -> table.fullName, "reason" -> FirstLine.of(e))
    }

  private def typesOf(table: TableSchema): Map[String, DataType] =
    table.columns.map(c => c.name -> SparkTypes.toSpark(c.sqlType)).toMap

  private def statistics(json: JValue, types: Map[String, DataType]): TableStatistics = TableStatistics(
    tableId = text(json, "tableId"),
    schemaVersion = long(json, "schemaVersion").toInt,
    analyzedAt = Instant.parse(text(json, "analyzedAt")),
    rows = long(json, "rows"),
    columns = list(json, "columns").flatMap { c =>
      val name = text(c, "name")
      types.get(name).map(t => ColumnStatistics(name, long(c, "distinct"), long(c, "nulls"), range(c, t)))
    },
    keyParts = list(json, "keyParts").map(p => KeyPartSize(Bytes.toBytesBinary(text(p, "start")), long(p, "bytes")))
  )

  private def range(json: JValue, dataType: DataType): Option[(Any, Any)] = {
    def ofMember(member: String): Any = value(text(json, member), dataType)
    Option.when(json \ "min" != JNothing)((ofMember("min"), ofMember("max")))
  }

  private def text(value: Any): String = value match {
    case decimal: Decimal => decimal.toJavaBigDecimal.toPlainString
    case other => other.toString
  }

  private def value(text: String, dataType: DataType): Any = dataType match {
    case BooleanType => text.toBoolean
    case ByteType => text.toByte
    case ShortType => text.toShort
    case IntegerType | DateType => text.toInt
    case LongType | TimestampType => text.toLong
    case FloatType => text.toFloat
    case DoubleType => text.toDouble
    case decimal: DecimalType => Decimal(new java.math.BigDecimal(text), decimal.precision, decimal.scale)
  }

  private def list(json: JValue, member: String): List[JValue] = (json \ member).asInstanceOf[JArray].arr

  private def text(json: JValue, member: String): String = (json \ member).asInstanceOf[JString].s

  /** Counts and sizes. */
  private def long(json: JValue, member: String): Long = {
    val number = (json \ member).asInstanceOf[JInt].num
    require(number.isValidLong && number >= 0, s"$member is $number")
    number.toLong
  }
}
