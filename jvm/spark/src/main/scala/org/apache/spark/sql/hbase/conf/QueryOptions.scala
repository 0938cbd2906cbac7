package org.apache.spark.sql.hbase.conf

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.error.{HBaseErrors, NearestName}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** One option of a query. */
final case class QueryOption(name: String, doc: String)

/**
 * The options of one query, each defined once: `spark.read.option(name, value).table(t)`, `SELECT ... FROM t WITH (name =
 * value)`. They win over properties of the table and settings of the session.
 */
object QueryOptions {
  val Coprocessor: QueryOption = QueryOption(
    "coprocessor",
    "auto, require or off, as the setting spark.sql.hbase.coprocessor, for this query."
  )

  val Mode: QueryOption = QueryOption(
    "mode",
    "failfast or permissive, as the table property hbase.mode, for this query."
  )

  val all: Seq[QueryOption] = Seq(Coprocessor, Mode)

  /**
   * Refuses options that do not exist.
   *
   * @param others that exist too
   */
  def check(options: CaseInsensitiveStringMap, table: String, others: Seq[String] = Nil): Unit = {
    val names = all.map(_.name) ++ others
    options.asCaseSensitiveMap.keySet.asScala.find(given => !names.exists(_.equalsIgnoreCase(given))).foreach { given =>
      throw HBaseErrors.UnknownOption.analysis(NearestName.values("option", given, names) :+ ("table" -> table): _*)
    }
  }
}
