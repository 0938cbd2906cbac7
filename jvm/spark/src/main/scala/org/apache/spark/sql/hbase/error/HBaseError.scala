package org.apache.spark.sql.hbase.error

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.hbase.shim.ErrorShim

/**
 * One kind of failure that users meet. It has a stable code, an SQLSTATE, a sentence that says what is wrong and why,
 * and one that says what to do. Occurrences add keyed values, so the text before them stays searchable:
 * `[SPARKSQL_HBASE.CODE] problem remedy key=value ...`, the form that region servers use too.
 *
 * @param remedy
 *   empty where the problem comes from elsewhere, with its remedy inside
 */
final case class HBaseError(code: String, sqlState: String, problem: String, remedy: String = "") {
  def sentence: String = if (remedy.isEmpty) problem else s"$problem $remedy"

  def condition: String = s"SPARKSQL_HBASE.$code"

  def message(values: Seq[(String, Any)]): String = {
    val tail = values.map { case (key, value) => s" $key=${HBaseError.quoted(String.valueOf(value))}" }.mkString
    s"[$condition] $sentence$tail"
  }

  /** For statements that Spark refuses before it runs anything. */
  def analysis(values: (String, Any)*): AnalysisException = analysisCausedBy(null, values: _*)

  def analysisCausedBy(cause: Throwable, values: (String, Any)*): AnalysisException = {
    val parameters = values.map { case (key, value) => key -> String.valueOf(value) }.toMap
    ErrorShim.analysis(condition, sqlState, sentence, parameters, Option(cause), message(values))
  }

  /** For failures while tasks run. */
  def runtime(values: (String, Any)*): HBaseException = runtimeCausedBy(null, values: _*)

  def runtimeCausedBy(cause: Throwable, values: (String, Any)*): HBaseException = {
    val parameters = values.map { case (key, value) => key -> String.valueOf(value) }.toMap
    new HBaseException(condition, sqlState, message(values), parameters, cause)
  }
}

object HBaseError {

  /** A value that would not end at the next blank stands between quotes. */
  private def quoted(value: String): String =
    if (value.nonEmpty && value.forall(c => c > ' ' && c != '"')) value
    else "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r") + "\""
}
