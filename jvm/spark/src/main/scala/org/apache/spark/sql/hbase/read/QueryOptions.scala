package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.{HBaseErrors, NearestName}
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

  val all: Seq[QueryOption] = Seq(Coprocessor)

  /** Refuses options that do not exist. */
  def check(options: CaseInsensitiveStringMap, table: String): Unit =
    options.asCaseSensitiveMap.keySet.asScala.find(given => !all.exists(_.name.equalsIgnoreCase(given))).foreach {
      given =>
        throw HBaseErrors.UnknownOption.analysis(
          NearestName.values("option", given, all.map(_.name)) :+ ("table" -> table): _*
        )
    }
}
