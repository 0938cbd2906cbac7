package org.apache.spark.sql.hbase.source

import java.util.Locale

import scala.util.Try

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.hbase.codec.types.ValueEncoding
import org.apache.spark.sql.types._
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * The options of the proposal, which Astro's parser (`HBaseSQLParser.scala`, `HBaseRelation.scala`) makes of CREATE TABLE.
 *
 * {{{
 * colsSeq     a,b,c
 * keyCols     b,STRING;a,INT                 <- in row-key order
 * nonKeyCols  c,DOUBLE,family,qualifier
 * }}}
 */
private[hbase] object ProposalOptions {
  import SourceOptions._

  val own: Seq[SourceOption] = Seq(ColsSeq, KeyCols, NonKeyCols, Namespace, SqlTableName, EncodingFormat)

  def parse(options: CaseInsensitiveStringMap): DeclaredTable = {
    val hbaseTable = tableName(options)
    val names = Lists.split(required(options, ColsSeq), ',')
    val keys = entries(options, KeyCols, 2).map { case Seq(name, dataType) => name -> typeOf(KeyCols, name, dataType) }
    val values = entries(options, NonKeyCols, 4).map { case Seq(name, dataType, family, qualifier) =>
      (name, typeOf(NonKeyCols, name, dataType), family, qualifier)
    }
    val format = encodingFormat(options)
    val declared = keys.map(_._1) ++ values.map(_._1)
    declared.find(!names.contains(_)).foreach { name =>
      throw invalid(ColsSeq, get(options, ColsSeq), s"column $name of keyCols and nonKeyCols is missing")
    }
    val columns = names.map { name =>
      val key = keys.find(_._1 == name).map { case (_, dataType) =>
        DeclaredColumn(name, dataType, None, format.map(AstroEncodings.ofKey(_, name, dataType)))
      }
      val value = values.find(_._1 == name).map { case (_, dataType, family, qualifier) =>
        DeclaredColumn(name, dataType, Some(family -> qualifier), format.map(AstroEncodings.ofValue(_, name, dataType)))
      }
      (key, value) match {
        case (Some(_), Some(_)) => throw invalid(NonKeyCols, None, s"column $name is in keyCols too")
        case _ =>
          key.orElse(value).getOrElse {
            throw invalid(ColsSeq, get(options, ColsSeq), s"column $name is neither in keyCols nor in nonKeyCols")
          }
      }
    }
    if (declared.distinct.size < declared.size) throw invalid(NonKeyCols, None, "a column is declared twice")
    DeclaredTable(
      hbaseTable.getNamespaceAsString,
      get(options, SqlTableName).filter(_.nonEmpty).getOrElse(hbaseTable.getQualifierAsString),
      hbaseTable,
      columns,
      keys.map(_._1)
    )
  }

  private def tableName(options: CaseInsensitiveStringMap): TableName = {
    val given = required(options, HBaseTableName)
    val namespace = get(options, Namespace).filter(_.nonEmpty)
    if (given.contains(':')) {
      namespace.filterNot(n => given.startsWith(s"$n:")).foreach { n =>
        throw invalid(Namespace, Some(n), s"${HBaseTableName.name} names another one: $given")
      }
    }
    TableNames.parse(HBaseTableName, if (given.contains(':')) given else (namespace.toSeq :+ given).mkString(":"))
  }

  private def entries(options: CaseInsensitiveStringMap, option: SourceOption, parts: Int): Seq[Seq[String]] = {
    val text = if (option == KeyCols) required(options, option) else get(options, option).getOrElse("")
    Lists.split(text, ';').map { entry =>
      val found = Lists.split(entry, ',')
      if (found.size != parts) {
        val form = if (parts == 2) "name,TYPE" else "name,TYPE,family,qualifier"
        throw invalid(option, Some(entry), s"an entry is $form, and ';' stands between entries")
      }
      found
    }
  }

  private def typeOf(option: SourceOption, column: String, text: String): DataType =
    Try(CatalystSqlParser.parseDataType(text)).getOrElse {
      throw invalid(option, Some(text), s"the type of column $column is no SQL type")
    }

  private def encodingFormat(options: CaseInsensitiveStringMap): Option[AstroEncodings.Format] =
    get(options, EncodingFormat).filter(_.nonEmpty).map { text =>
      AstroEncodings.formats
        .get(text.toLowerCase(Locale.ROOT))
        .getOrElse(
          throw invalid(EncodingFormat, Some(text), s"known formats are ${AstroEncodings.formats.keys.mkString(", ")}")
        )
    }
}

/**
 * The bytes that Astro writes (its `bytesUtils.scala`, `HBaseKVHelper.scala`), in our encodings. Keys are binary in
 * both formats. Whole numbers have their sign bit flipped, BOOLEAN is 0xFF or 0x00, a STRING in front of another key
 * column ends with 0x00.
 */
private[source] object AstroEncodings {
  sealed trait Format
  private case object Binary extends Format
  private case object Text extends Format

  val formats: Map[String, Format] = Map("binaryformat" -> Binary, "stringformat" -> Text)

  def ofKey(format: Format, column: String, dataType: DataType): ValueEncoding = binary(column, dataType)

  def ofValue(format: Format, column: String, dataType: DataType): ValueEncoding = format match {
    case Binary => binary(column, dataType)
    case Text => text(column, dataType)
  }

  private def binary(column: String, dataType: DataType): ValueEncoding = dataType match {
    case BooleanType => ValueEncoding.HBASE
    case ByteType | ShortType | IntegerType | LongType | StringType => ValueEncoding.ORDERED
    case FloatType | DoubleType =>
      throw ForeignEncodings.refusal(
        column,
        dataType,
        "Astro adds one to the order-preserving bits of floating numbers, so that they would be read as their " +
          "neighbours. Leave out encodingFormat if this connector wrote the rows"
      )
    case _ => throw unknown(column, dataType)
  }

  private def text(column: String, dataType: DataType): ValueEncoding = dataType match {
    case BooleanType | ByteType | ShortType | IntegerType | LongType | FloatType | DoubleType | StringType =>
      ValueEncoding.TEXT
    case _ => throw unknown(column, dataType)
  }

  private def unknown(column: String, dataType: DataType): Exception =
    ForeignEncodings.refusal(column, dataType, "Astro has no such type; leave out encodingFormat")
}
