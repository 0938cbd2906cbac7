package org.apache.spark.sql.hbase.read

import org.apache.spark.sql.connector.expressions.{Expression, Expressions}
import org.apache.spark.sql.connector.read.partitioning.{KeyGroupedPartitioning, Partitioning}
import org.apache.spark.sql.hbase.codec.KeyPrefix
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.internal.SQLConf

/**
 * What Spark needs to know of a salted table so that it joins and groups by the salted column without a shuffle: rows
 * with the same value lie in the same bucket, and no task reads two buckets.
 *
 * @param column the only one that the salt is computed from
 */
private[read] final case class Bucketing(buckets: Int, column: String) {

  def partitioning: Partitioning =
    new KeyGroupedPartitioning(Array[Expression](Expressions.bucket(buckets, column)), buckets)

  /** The row keys at which the second and later buckets begin. */
  def boundaries: Seq[Array[Byte]] = (1 until buckets).map(bucket => Array(bucket.toByte))
}

private[read] object Bucketing {

  /** None where Spark would not make use of it. */
  def of(table: TableSchema, conf: SQLConf): Option[Bucketing] =
    table.keyPrefix.filter(_.kind == KeyPrefix.Kind.SALT && conf.v2BucketingEnabled).flatMap { salt =>
      table.prefixColumns match {
        case Seq(column) => Some(Bucketing(salt.size, column.name))
        // Spark knows buckets of one column.
        case _ => None
      }
    }
}
