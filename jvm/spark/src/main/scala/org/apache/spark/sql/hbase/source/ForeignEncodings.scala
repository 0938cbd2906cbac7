package org.apache.spark.sql.hbase.source

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.hbase.codec.types.ValueEncoding
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.types._

/**
 * The bytes that SHC (`PrimitiveType.scala`) and hbase-spark (`datasources/Utils.scala`) write for a type:
 * `Bytes.toBytes` of the Java value. A column whose bytes have another meaning here is refused.
 */
private[source] object ForeignEncodings {
  def ofPrimitive(column: String, dataType: DataType): ValueEncoding = dataType match {
    case BooleanType | ByteType | ShortType | IntegerType | LongType | FloatType | DoubleType | StringType |
        BinaryType | _: DecimalType =>
      ValueEncoding.HBASE
    case DateType | TimestampType =>
      throw refusal(
        column,
        dataType,
        "hbase-spark stores it as milliseconds in 8 bytes, which would be read as another time; declare BIGINT and use " +
          "timestamp_millis(column)"
      )
    case _ => throw refusal(column, dataType, "SHC and hbase-spark have no such type, or no bytes of their own for it")
  }

  def refusal(column: String, dataType: DataType, reason: String): Exception =
    HBaseErrors.ForeignEncoding.analysis("column" -> column, "type" -> dataType.sql, "reason" -> reason)
}

private[hbase] object TableNames {

  /** `namespace:table` or `table`. */
  def parse(option: SourceOption, text: String): TableName =
    try TableName.valueOf(text.trim)
    catch {
      case e: IllegalArgumentException => throw SourceOptions.invalid(option, Some(text), e.getMessage)
    }
}

private[source] object Lists {

  /**
   * The trimmed parts between separators that are not inside brackets, as the comma of a DECIMAL is.
   *
   * {{{
   * "p,DECIMAL(9,2),d,p", ','  ->  p   DECIMAL(9,2)   d   p
   * }}}
   */
  def split(text: String, separator: Char): Seq[String] = {
    val parts = Seq.newBuilder[String]
    val part = new StringBuilder
    var depth = 0
    text.foreach { c =>
      if (c == '(' || c == '<') depth += 1
      if (c == ')' || c == '>') depth -= 1
      if (c == separator && depth <= 0) {
        parts += part.result().trim
        part.clear()
      } else {
        part += c
      }
    }
    parts += part.result().trim
    val all = parts.result()
    // "a;b;" ends with nothing.
    if (all.last.isEmpty) all.init else all
  }
}
