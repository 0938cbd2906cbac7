package org.apache.spark.sql.hbase.conf

import java.util.Locale

import org.apache.spark.sql.hbase.client.scan.ExecutionMode
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.internal.SQLConf

/**
 * Where the sub-plans of a query may run, and who says so. Immutable, serializable.
 *
 * @param setBy for EXPLAIN, such as `spark.sql.hbase.coprocessor is false`
 */
final case class CoprocessorMode(mode: ExecutionMode, setBy: String)

object CoprocessorMode {

  /** The table property, which `TableProperties` describes. */
  private[hbase] val TableProperty = "hbase.coprocessor"

  /** The words of option, property and setting; `true` and `false` are the setting's older ones. */
  private val words: Seq[(String, ExecutionMode)] = Seq(
    "auto" -> ExecutionMode.AUTO,
    "require" -> ExecutionMode.REQUIRE,
    "off" -> ExecutionMode.OFF,
    "true" -> ExecutionMode.AUTO,
    "false" -> ExecutionMode.OFF
  )

  val names: Seq[String] = words.map(_._1)

  def parse(text: String): Option[ExecutionMode] =
    words.collectFirst { case (word, mode) if word == text.trim.toLowerCase(Locale.ROOT) => mode }

  /**
   * The query's word comes before the table's, and that before the session's.
   *
   * @param query option of the query
   * @param table property of the table
   */
  def of(query: Option[String], table: Option[String], session: SQLConf): CoprocessorMode = {
    val ofQuery = query.map { text =>
      val mode = parse(text).getOrElse {
        throw HBaseErrors.InvalidOption.analysis(
          "option" -> QueryOptions.Coprocessor.name,
          "value" -> text,
          "reason" -> s"allowed: ${names.mkString(", ")}"
        )
      }
      CoprocessorMode(mode, s"option ${QueryOptions.Coprocessor.name} is $text")
    }
    // Checked when it was set; one that an older version let pass says nothing.
    val ofTable = table.flatMap(text => parse(text).map(m => (m, text))).map { case (mode, text) =>
      CoprocessorMode(mode, s"table property $TableProperty is $text")
    }
    ofQuery.orElse(ofTable).getOrElse(ofSession(session))
  }

  def ofSession(session: SQLConf): CoprocessorMode = {
    val text = session.getConf(HBaseConf.Coprocessor)
    CoprocessorMode(parse(text).get, s"${HBaseConf.Coprocessor.key} is $text")
  }
}
