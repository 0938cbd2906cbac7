package org.apache.spark.sql.hbase.catalog.definition

import scala.util.control.NonFatal

import org.apache.hadoop.hbase.util.{Bytes, RegionSplitter}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction
import org.apache.spark.sql.catalyst.expressions.{Cast, EvalMode, Expression, Literal}
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix
import org.apache.spark.sql.hbase.codec.types.CodecException
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{TableRowKeys, SparkTypes, TableSchema}
import org.apache.spark.sql.internal.SQLConf

/** Turns the properties that split a new HBase table into row keys. */
object SplitPoints {

  /**
   * Split points written as SQL literals.
   *
   * {{{
   * PRIMARY KEY (day DATE, id INT), "DATE'2024-01-01'; DATE'2024-02-01', 500"  ->  two row keys, three regions
   * }}}
   */
  def fromLiterals(table: TableSchema, text: String): Array[Array[Byte]] = {
    val points = semicolons(text).map(point => rowKey(table, point)).toArray
    points.sliding(2).foreach {
      case Array(a, b) if Bytes.compareTo(a, b) >= 0 =>
        throw invalid(table, text, "split points do not ascend in row-key order")
      case _ =>
    }
    points
  }

  /** Whether the rows of the statement say where, and not its text. */
  def isSampled(text: String): Boolean = text.trim.equalsIgnoreCase("sampled")

  /** Cuts all possible row keys evenly; no split point for one region. */
  def even(regions: Int): Array[Array[Byte]] =
    if (regions == 1) Array.empty else new RegionSplitter.UniformSplit().split(regions)

  /** A region for each bucket of a salt; no split point without one. */
  def ofBuckets(prefix: Option[KeyPrefix]): Array[Array[Byte]] =
    prefix.filter(_.kind == KeyPrefix.Kind.SALT).fold(Array.empty[Array[Byte]]) { salt =>
      (1 until salt.size).map(bucket => Array(bucket.toByte)).toArray
    }

  private def rowKey(table: TableSchema, point: String): Array[Byte] = {
    val literals =
      try
        CatalystSqlParser.parseExpression(s"split_point($point)") match {
          case f: UnresolvedFunction => f.arguments
          case _ => Seq.empty
        }
      catch {
        case NonFatal(e) =>
          throw HBaseErrors.InvalidSplits.analysisCausedBy(
            e,
            "table" -> table.fullName,
            "value" -> point,
            "reason" -> "it is not a list of SQL literals"
          )
      }
    if (literals.isEmpty || literals.size > table.keyColumns.size) {
      throw invalid(table, point, s"a split point has from 1 to ${table.keyColumns.size} values")
    }
    val values = literals.zip(table.keyColumns).map { case (literal, column) =>
      if (!literal.isInstanceOf[Literal]) throw invalid(table, point, s"'${literal.sql}' is not a literal")
      val target = SparkTypes.toSpark(column.sqlType)
      val value = evaluate(table, point, Cast(literal, target, Some(SQLConf.get.sessionLocalTimeZone), EvalMode.ANSI))
      if (value == null) throw invalid(table, point, s"column ${column.name} is NULL")
      value
    }
    try TableRowKeys.prefix(table.keyColumns, InternalRow.fromSeq(values))
    catch {
      case e: CodecException =>
        throw HBaseErrors.InvalidSplits.analysisCausedBy(
          e,
          "table" -> table.fullName,
          "value" -> point,
          "reason" -> e.getMessage
        )
    }
  }

  private def evaluate(table: TableSchema, point: String, cast: Expression): Any =
    try cast.eval()
    catch {
      case NonFatal(e) =>
        throw HBaseErrors.InvalidSplits.analysisCausedBy(
          e,
          "table" -> table.fullName,
          "value" -> point,
          "reason" -> "a literal does not have its column's type"
        )
    }

  /** The pieces between semicolons that are not inside quotes. */
  private def semicolons(text: String): Seq[String] = {
    val pieces = Seq.newBuilder[String]
    val piece = new StringBuilder
    var quote: Option[Char] = None
    text.foreach { c =>
      if (quote.contains(c)) quote = None
      else if (quote.isEmpty && (c == '\'' || c == '"')) quote = Some(c)
      if (c == ';' && quote.isEmpty) {
        pieces += piece.result()
        piece.clear()
      } else {
        piece += c
      }
    }
    pieces += piece.result()
    pieces.result().map(_.trim).filter(_.nonEmpty)
  }

  private def invalid(table: TableSchema, value: String, reason: String): Exception =
    HBaseErrors.InvalidSplits.analysis("table" -> table.fullName, "value" -> value, "reason" -> reason)
}
