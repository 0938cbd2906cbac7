package org.apache.spark.sql.hbase.read.partition

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.HasPartitionKey
import org.apache.spark.sql.hbase.client.cluster.RegionSpan
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges

/**
 * The rows of one bucket that a task reads. Spark gives tasks of one bucket to one task where it needs the bucket's
 * rows together.
 */
final case class BucketPartition(rows: HostedPartition, bucket: Int) extends HostedPartition with HasPartitionKey {
  override def partitionKey(): InternalRow = InternalRow(bucket)

  override def host: String = rows.host

  override def on(host: String): BucketPartition = copy(rows = rows.on(host))
}

/** Divides the key ranges of a salted table among tasks of one bucket each. */
private[read] object BucketPartitions {

  /**
   * In the order of the buckets, which Spark expects.
   *
   * @param keys the wanted ones, so that no bucket without them has a task
   * @param divided the ranges of one bucket among tasks
   */
  def of(bucketing: Bucketing, ranges: Seq[SizedRange], keys: KeyRanges)(
      divided: Seq[SizedRange] => Seq[HBaseInputPartition]
  ): Seq[BucketPartition] = {
    val pieces = ranges
      .flatMap(range => range.cutAt(bucketing.boundaries.filter(range.range.holdsInside)))
      .filter(piece => keys.reachInto(piece.range.startRow, piece.range.stopRow))
    pieces.groupBy(piece => bucketOf(piece.range.startRow)).toSeq.sortBy(_._1).flatMap { case (bucket, ofBucket) =>
      divided(ofBucket).map(BucketPartition(_, bucket))
    }
  }

  /** One task for the row keys of each bucket, in the order of the buckets. */
  def ofRowKeys(rowKeys: Seq[Array[Byte]], regions: Seq[RegionSpan]): Seq[BucketPartition] =
    rowKeys.groupBy(bucketOf).toSeq.sortBy(_._1).map { case (bucket, ofBucket) =>
      BucketPartition(PointPartitions.together(ofBucket, regions), bucket)
    }

  private def bucketOf(row: Array[Byte]): Int = row.headOption.fold(0)(_ & 0xff)
}
