package org.apache.spark.sql.hbase.catalog.definition

import java.nio.charset.StandardCharsets.UTF_8

import scala.util.Try

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** Says which names HBase takes for its tables and namespaces. Names of SQL tables and columns are free. */
private[hbase] object LegalNames {

  /** @return Left: why HBase does not take it */
  def table(namespace: String, name: String): Either[String, TableName] =
    namespaceRefusal(namespace)
      .toLeft(())
      .flatMap(_ => Try(TableName.valueOf(namespace, name)).toEither.left.map(_.getMessage))
      .flatMap(table => lengthRefusal(table.getQualifierAsString).toLeft(table))

  /** The reason why HBase does not take it. */
  def namespace(name: String): Option[String] = namespaceRefusal(name)

  def refused(namespace: String, table: String, reason: String): Exception = HBaseErrors.InvalidHBaseName.analysis(
    "table" -> s"$namespace.$table",
    "reason" -> reason,
    "write" -> s"TBLPROPERTIES ('hbase.table' = '$namespace:${legal(table)}')"
  )

  def refused(namespace: String, reason: String): Exception =
    HBaseErrors.InvalidHBaseName.analysis("namespace" -> namespace, "reason" -> reason)

  private def namespaceRefusal(name: String): Option[String] =
    Try(TableName.isLegalNamespaceName(name.getBytes(UTF_8))).failed.toOption
      .map(_.getMessage)
      .orElse(lengthRefusal(name))

  /** HBase gives each a folder of its name. Its master tries for ever to make one that the file system refuses. */
  private[catalog] def lengthRefusal(name: String): Option[String] =
    Option.when(name.length > MaxLength)(s"it has ${name.length} letters, and folders have at most $MaxLength")

  /** The limit of HDFS and of Linux. */
  private val MaxLength = 255

  private def legal(table: String): String = {
    val letters = table.map(c => if (c < 128 && (c.isLetterOrDigit || "_-.".contains(c))) c else '_')
    letters.dropWhile("-.".contains(_)) match {
      case "" => "t"
      case name => name
    }
  }
}
