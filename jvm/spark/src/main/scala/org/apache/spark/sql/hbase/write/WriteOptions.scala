package org.apache.spark.sql.hbase.write

import java.util.Locale

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.{HBaseErrors, NearestName}
import org.apache.spark.sql.hbase.read.QueryOptions
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * The options of one write, as `df.writeTo("hbase.ns.t").option("write", "bulk").append()`.
 *
 * @param bulk rows become store files that HBase takes over, instead of puts
 * @param parallel files are loaded as soon as a task has written them; only with `bulk`
 */
final case class WriteOptions(bulk: Boolean, parallel: Boolean)

object WriteOptions {
  val Write = "write"
  val Parallel = "parallel"
  private val Puts = "puts"
  private val Bulk = "bulk"

  /** All that a write may be given. */
  val names: Seq[String] = Seq(Write, Parallel) ++ QueryOptions.all.map(_.name)

  /**
   * Refuses what it does not know: a misspelt option would silently do nothing.
   *
   * @param isStream the write is a micro-batch of a streaming query
   */
  def parse(options: CaseInsensitiveStringMap, table: String, isStream: Boolean): WriteOptions = {
    val known = names ++ StreamingEpoch.SparkOptions
    options.asCaseSensitiveMap.keySet.asScala.find(key => !known.exists(_.equalsIgnoreCase(key))).foreach { key =>
      throw HBaseErrors.UnknownOption.analysis(NearestName.values("option", key, known) :+ ("table" -> table): _*)
    }
    if (!isStream) StreamingEpoch.SparkOptions.filter(options.containsKey).foreach { name =>
      throw invalid(name, options.get(name), "only in a streaming query, with a trigger of micro-batches")
    }
    val bulk = value(options, Write, Puts, Seq(Puts, Bulk)) == Bulk
    val parallel = value(options, Parallel, "false", Seq("true", "false")) == "true"
    if (parallel && !bulk) throw invalid(Parallel, "true", s"only with $Write=$Bulk")
    if (bulk && isStream) throw invalid(Write, Bulk, s"$Puts: an epoch is small, and store files of it would be many")
    WriteOptions(bulk, parallel)
  }

  private def value(options: CaseInsensitiveStringMap, name: String, default: String, allowed: Seq[String]): String = {
    val given = options.getOrDefault(name, default)
    allowed.find(_ == given.toLowerCase(Locale.ROOT)).getOrElse(throw invalid(name, given, allowed.mkString(", ")))
  }

  private def invalid(name: String, value: String, expected: String): Exception =
    HBaseErrors.InvalidOption.analysis("option" -> name, "value" -> value, "expected" -> expected)
}
