package org.apache.spark.sql.hbase.catalog.definition

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.expressions.{BucketTransform, NamedReference}
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.TableDeclaration

/**
 * The salt or hash that CREATE TABLE declares.
 *
 * {{{
 * CLUSTERED BY (a) INTO 8 BUCKETS           ->  salt of a, 8 buckets
 * 'hbase.key.hash.bytes' = '4'              ->  hash of the first key column, 4 bytes
 * }}}
 */
private[catalog] object KeyPrefixDefinition {

  /**
   * @param keyNames the columns of the PRIMARY KEY, in row-key order
   * @param newHBaseTable the HBase table is not there, or was created by this connector
   */
  def of(
      table: String,
      statement: TableDeclaration,
      properties: TableProperties.Parsed,
      keyNames: Seq[String],
      newHBaseTable: Boolean
  ): Option[KeyPrefix] = {
    val salt = bucketing(table, statement).map { case (buckets, columns) =>
      prefix(table, KeyPrefix.Kind.SALT, buckets, columns, keyNames)
    }
    val hash = properties.hashBytes.map { bytes =>
      prefix(table, KeyPrefix.Kind.HASH, bytes, properties.hashColumns.getOrElse(keyNames.take(1)), keyNames)
    }
    if (salt.isDefined && hash.isDefined) throw invalid(table, "a row key has a salt or a hash, not both")
    val declared = salt.orElse(hash)
    declared.foreach { prefix =>
      if (!newHBaseTable) {
        throw invalid(
          table,
          "rows that others have written to an HBase table are not where a salt or hash would put them"
        )
      }
      checkSplits(table, prefix, properties)
    }
    declared
  }

  private def bucketing(table: String, statement: TableDeclaration): Option[(Int, Seq[String])] =
    statement.partitions match {
      case Seq() => None
      case Seq(BucketTransform(buckets, columns, Seq())) => Some(buckets -> columns.map(name))
      case Seq(BucketTransform(_, _, _)) =>
        throw HBaseErrors.UnsupportedStatement
          .analysis("statement" -> "SORTED BY, for rows are in the order of the PRIMARY KEY", "table" -> table)
      case _ =>
        throw HBaseErrors.UnsupportedStatement.analysis(
          "statement" -> "PARTITIONED BY and CLUSTER BY",
          "table" -> table
        )
    }

  private def name(reference: NamedReference): String = reference.fieldNames.mkString(".")

  private def prefix(
      table: String,
      kind: KeyPrefix.Kind,
      size: Int,
      columns: Seq[String],
      keyNames: Seq[String]
  ): KeyPrefix = {
    val parts = columns.map { column =>
      val part = keyNames.indexWhere(_.equalsIgnoreCase(column))
      if (part < 0) throw invalid(table, s"column $column is not part of the PRIMARY KEY")
      part
    }
    if (parts.distinct.size < parts.size) throw invalid(table, "a column is named twice")
    try new KeyPrefix(kind, size, parts.sorted.map(Int.box).asJava)
    catch {
      case e: IllegalArgumentException => throw invalid(table, e.getMessage)
    }
  }

  /** A salt says itself where its table is split. */
  private def checkSplits(table: String, prefix: KeyPrefix, properties: TableProperties.Parsed): Unit = {
    if (properties.splits.exists(!SplitPoints.isSampled(_))) {
      throw invalid(table, s"row keys do not begin with column values, so ${TableProperties.Splits.name} means nothing")
    }
    if (prefix.kind == KeyPrefix.Kind.SALT && properties.regionCount.isDefined) {
      throw invalid(table, s"there is a region for each bucket, so ${TableProperties.RegionCount.name} means nothing")
    }
  }

  private def invalid(table: String, reason: String): Exception =
    HBaseErrors.InvalidKeyPrefix.analysis("table" -> table, "reason" -> reason)
}
