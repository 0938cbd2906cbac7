package org.apache.spark.sql.hbase.read.partition

import org.apache.spark.sql.connector.expressions.{
  BucketTransform,
  Expression,
  FieldReference,
  LiteralValue,
  NamedReference,
  Transform
}
import org.apache.spark.sql.connector.read.partitioning.{KeyGroupedPartitioning, Partitioning}
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.IntegerType

/**
 * The facts about a salted table by which Spark joins and groups by the salted column without a shuffle. Rows with the
 * same value lie in the same bucket, and no task reads two buckets.
 *
 * @param column the only one that the salt is computed from
 */
private[hbase] final case class Bucketing(buckets: Int, column: String) {

  def partitioning: Partitioning =
    new KeyGroupedPartitioning(Array[Expression](Bucketing.transform(buckets, Seq(column))), buckets)

  /** The row keys at which the second and later buckets begin. */
  def boundaries: Seq[Array[Byte]] = (1 until buckets).map(bucket => Array(bucket.toByte))
}

private[hbase] object Bucketing {

  /** Spark's `CLUSTERED BY`. Names are taken as they are: Spark's own `Expressions.bucket` would parse them. */
  def transform(buckets: Int, columns: Seq[String]): Transform =
    BucketTransform(LiteralValue(buckets, IntegerType), columns.map(FieldReference.column(_): NamedReference))

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
