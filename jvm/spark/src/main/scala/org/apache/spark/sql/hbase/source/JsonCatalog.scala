package org.apache.spark.sql.hbase.source

import scala.util.Try
import scala.util.control.NonFatal

import org.json4s._
import org.json4s.jackson.JsonMethods

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.hbase.error.{FirstLine, NearestName}
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.types.DataType

/**
 * The JSON catalog of SHC and hbase-spark (`HBaseTableCatalog.scala` of each). All columns have the coder of the table, for
 * SHC does not mix them either.
 *
 * {{{
 * {"table": {"namespace": "default", "name": "t", "tableCoder": "PrimitiveType"},
 *  "rowkey": "k1:k2",
 *  "columns": {
 *    "a": {"cf": "rowkey", "col": "k1", "type": "int"},
 *    "b": {"cf": "rowkey", "col": "k2", "type": "string"},
 *    "v": {"cf": "cf1", "col": "q", "type": "double"}}}
 * }}}
 *
 * Columns are in the order of the document.
 */
private[hbase] object JsonCatalog {
  private val RowKeyFamily = "rowkey"

  /** One member of `columns`. */
  private final case class Entry(name: String, family: String, col: String, dataType: DataType, length: Option[Int]) {
    def isKey: Boolean = family == RowKeyFamily
  }

  def parse(text: String): DeclaredTable = {
    val document = objectOf(
      "the document",
      try JsonMethods.parse(text)
      catch {
        case NonFatal(e) => throw invalid(s"it is not JSON: ${FirstLine.of(e)}")
      }
    )
    checkMembers("the document", document, Seq("table", "rowkey", "columns"))
    val table = objectOf("table", member("the document", document, "table"))
    checkMembers("table", table, Seq("namespace", "name", "tableCoder", "version"))
    val coder = coderOf(table)
    val namespace = optionalText("table", table, "namespace").getOrElse("default")
    val name = textOf("table", table, "name")
    val columns = objectOf("columns", member("the document", document, "columns"))
    checkOnce("columns", columns.map(_._1))
    val entries = columns.map { case (column, value) => entry(column, objectOf(s"column $column", value), coder) }
    val key = rowKey(textOf("the document", document, "rowkey"), entries)
    // The last part goes to the end of the row key, whatever its length.
    val withLength = key.dropRight(1).filter(e => e.length.isDefined && KeyLengths.isChosen(e.dataType))
    withLength.foreach(e => coder.checkFixed(e.name, e.dataType))
    key.dropRight(1).diff(withLength).foreach(e => coder.checkInside(e.name, e.dataType))
    DeclaredTable(
      namespace,
      name,
      TableNames.parse(SourceOptions.Catalog, s"$namespace:$name"),
      entries.map { e =>
        val encoding = Some(coder.encoding(e.name, e.dataType))
        val length = e.length.filter(_ => withLength.contains(e))
        DeclaredColumn(e.name, e.dataType, Option.when(!e.isKey)(e.family -> e.col), encoding, length)
      },
      key.map(_.name)
    )
  }

  /** The parts of the row key in its order. */
  private def rowKey(rowKey: String, entries: Seq[Entry]): Seq[Entry] = {
    val parts = rowKey.split(':').map(_.trim).toSeq
    val keys = entries.filter(_.isKey)
    keys.find(e => !parts.contains(e.col)).foreach { e =>
      throw invalid(s"column ${e.name} is the part ${e.col} of the row key, which rowkey does not name: $rowKey")
    }
    if (parts.distinct.size < parts.size) throw invalid(s"rowkey names a part twice: $rowKey")
    parts.map { part =>
      keys.filter(_.col == part) match {
        case Seq(one) => one
        case Seq() => throw invalid(s"""no column with "cf":"rowkey" has the "col" $part of rowkey""")
        case several => throw invalid(s"the part $part of rowkey is ${several.map(_.name).mkString(" and ")}")
      }
    }
  }

  private def entry(column: String, members: Seq[(String, JValue)], coder: ForeignCoder): Entry = {
    val where = s"column $column"
    checkMembers(where, members, Seq("cf", "col", "type", "length", "coder", "avro", "serdes"))
    Seq("avro", "serdes").find(m => members.exists(_._1 == m)).foreach { m =>
      val instead = if (m == "avro") "; declare the column as binary and use from_avro(column, schema)" else ""
      throw ForeignEncodings.refusal(column, org.apache.spark.sql.types.BinaryType, s"$m is not supported$instead")
    }
    optionalText(where, members, "coder").filter(_ != coder.name).foreach { other =>
      if (ForeignCoder.of(other).isEmpty) refuseCoder(column, other)
      throw invalid(s"column $column has the coder $other and its table $coder; a table has one for all its columns")
    }
    val declared = textOf(where, members, "type")
    val dataType = Try(CatalystSqlParser.parseDataType(declared)).getOrElse {
      throw invalid(s"the type of column $column is no SQL type: $declared")
    }
    val family = optionalText(where, members, "cf").getOrElse(RowKeyFamily)
    val length = lengthOf(column, members, family)
    length.foreach(KeyLengths.check(column, dataType, _))
    Entry(column, family, textOf(where, members, "col"), dataType, length)
  }

  private def lengthOf(column: String, members: Seq[(String, JValue)], family: String): Option[Int] = {
    val given = members.collectFirst { case ("length", value) => value }.map {
      case JInt(n) if n.isValidInt => n.toInt
      case JString(text) if text.trim.toIntOption.isDefined => text.trim.toInt
      case _ => throw invalid(s"the length of column $column is no whole number")
    }
    given.filter(_ != -1).map { n =>
      if (n < 1) throw invalid(s"the length of column $column is $n")
      if (family != RowKeyFamily) throw invalid(s"column $column has a length, which only a part of the row key has")
      n
    }
  }

  private def coderOf(table: Seq[(String, JValue)]): ForeignCoder = {
    val version = optionalText("table", table, "version")
    val coder = optionalText("table", table, "tableCoder")
    if (coder.isEmpty && version.exists(v => v.takeWhile(_.isDigit).toIntOption.exists(_ >= 2))) {
      throw invalid("""a catalog of version 2.0 or later names its "tableCoder"""")
    }
    coder.fold[ForeignCoder](PrimitiveCoder)(name => ForeignCoder.of(name).getOrElse(refuseCoder("of the table", name)))
  }

  private def refuseCoder(column: String, coder: String): Nothing =
    throw ForeignEncodings.refusal(
      column,
      org.apache.spark.sql.types.BinaryType,
      s"coder $coder is not supported; $PrimitiveCoder and $PhoenixCoder are. A column can be declared as binary with coder " +
        s"$PrimitiveCoder and decoded in the query"
    )

  private def checkMembers(where: String, members: Seq[(String, JValue)], known: Seq[String]): Unit = {
    val names = members.map(_._1)
    names.find(!known.contains(_)).foreach { name =>
      val nearest = NearestName.of(name, known).fold("")(n => s"; did you mean $n?")
      throw invalid(s"$where has a member $name, which nothing is known of$nearest")
    }
    checkOnce(where, names)
  }

  private def checkOnce(where: String, names: Seq[String]): Unit =
    names.diff(names.distinct).headOption.foreach(name => throw invalid(s"$where has two members $name"))

  private def objectOf(where: String, value: JValue): Seq[(String, JValue)] = value match {
    case JObject(members) => members
    case _ => throw invalid(s"$where is no JSON object")
  }

  private def member(where: String, members: Seq[(String, JValue)], name: String): JValue =
    members.collectFirst { case (`name`, value) => value }.getOrElse(throw invalid(s"$where has no member $name"))

  private def textOf(where: String, members: Seq[(String, JValue)], name: String): String =
    member(where, members, name) match {
      case JString(text) => text
      case _ => throw invalid(s"$name of $where is no text")
    }

  private def optionalText(where: String, members: Seq[(String, JValue)], name: String): Option[String] =
    if (members.exists(_._1 == name)) Some(textOf(where, members, name)) else None

  private def invalid(reason: String): Exception = SourceOptions.invalid(SourceOptions.Catalog, None, reason)
}
