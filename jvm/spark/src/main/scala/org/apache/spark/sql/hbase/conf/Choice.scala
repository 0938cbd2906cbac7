package org.apache.spark.sql.hbase.conf

import java.util.Locale

import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * A value and who chose it. Immutable, serializable if the value is.
 *
 * @param setBy for EXPLAIN, such as `spark.sql.hbase.coprocessor is false`
 */
final case class Chosen[+T](value: T, setBy: String)

/**
 * A choice that three may make. An option of the query comes before a property of the table, which comes before a
 * setting of the session. No other place knows this order. Immutable.
 *
 * @param tableProperty the name of the property, which `TableProperties` describes
 * @param words the allowed values, in lower case
 * @param ofSession the choice of a session
 */
final class Choice[T] private (
    option: QueryOption,
    private[hbase] val tableProperty: String,
    words: Seq[(String, T)],
    val ofSession: SQLConf => Chosen[T]
) {
  val names: Seq[String] = words.map(_._1)

  def parse(text: String): Option[T] = Choice.parse(words, text)

  /**
   * The choice that holds.
   *
   * @param query from `ofQuery`
   * @param table properties of the table
   */
  def of(query: Option[Chosen[T]], table: Map[String, String], session: SQLConf): Chosen[T] =
    query.orElse(ofTable(table)).getOrElse(ofSession(session))

  /** The choice of a query's options; None if they make none. */
  def ofQuery(options: CaseInsensitiveStringMap): Option[Chosen[T]] = Option(options.get(option.name)).map { text =>
    val value = parse(text).getOrElse {
      throw HBaseErrors.InvalidOption.analysis(
        "option" -> option.name,
        "value" -> text,
        "reason" -> s"allowed are ${names.mkString(", ")}"
      )
    }
    Chosen(value, s"option ${option.name} is $text")
  }

  /** The choice of a table's properties. They were checked when they were set; a word of an older version chooses nothing. */
  private def ofTable(properties: Map[String, String]): Option[Chosen[T]] = for {
    text <- properties.get(tableProperty)
    value <- parse(text)
  } yield Chosen(value, s"table property $tableProperty is $text")
}

object Choice {

  /** The place where sub-plans run. */
  val Coprocessor: Choice[CoprocessorMode] =
    new Choice(QueryOptions.Coprocessor, "hbase.coprocessor", CoprocessorWords.all, coprocessorOfSession)

  /** The treatment of bytes that are no value. No session chooses it, because an answer must not depend on one. */
  val Decoding: Choice[DecodeMode] = new Choice(
    QueryOptions.Mode,
    "hbase.mode",
    DecodeMode.all.map(mode => mode.name -> mode),
    _ => Chosen(DecodeMode.FailFast, s"${DecodeMode.FailFast.name} is the default")
  )

  private def coprocessorOfSession(session: SQLConf): Chosen[CoprocessorMode] = {
    val text = session.getConf(HBaseConf.Coprocessor)
    Chosen(parse(CoprocessorWords.all, text).get, s"${HBaseConf.Coprocessor.key} is $text")
  }

  private def parse[T](words: Seq[(String, T)], text: String): Option[T] =
    words.collectFirst { case (word, value) if word == text.trim.toLowerCase(Locale.ROOT) => value }
}
