package org.apache.spark.sql.hbase.read.partition

import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning
import org.apache.spark.sql.hbase.client.cluster.RegionSpan
import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.schema.SchemaFixtures
import org.apache.spark.sql.internal.SQLConf

class TestBucketPartitions {
  private val bucketing = Bucketing(4, "user")

  private def ranges(keys: Seq[Int]*): Seq[SizedRange] = {
    val starts = keys.map(_.map(_.toByte).toArray)
    starts.zip(starts.tail :+ Array.empty[Byte]).map { case (start, stop) =>
      SizedRange.of(new RegionSpan(start, stop, "a"), 1)
    }
  }

  private def shown(partitions: Seq[BucketPartition]): Seq[(Int, Seq[Seq[Int]])] =
    partitions.map(p =>
      p.bucket -> p.rows.asInstanceOf[HBaseInputPartition].ranges.map(_.startRow.map(_.toInt).toSeq).toSeq
    )

  private def together(ranges: Seq[SizedRange]) =
    shown(BucketPartitions.of(bucketing, ranges, KeyRanges.ALL)(InputPartitions.together))

  @Test
  def aRegionIsABucket(): Unit = assertEquals(
    Seq(0 -> Seq(Seq()), 1 -> Seq(Seq(1)), 2 -> Seq(Seq(2)), 3 -> Seq(Seq(3))),
    together(ranges(Seq(), Seq(1), Seq(2), Seq(3)))
  )

  @Test
  def mergedRegionsAreCutWhereBucketsBegin(): Unit = assertEquals(
    Seq(0 -> Seq(Seq()), 1 -> Seq(Seq(1)), 2 -> Seq(Seq(2), Seq(2, 9)), 3 -> Seq(Seq(3))),
    together(ranges(Seq(), Seq(2, 9)))
  )

  @Test
  def rangesOfABucketMayHaveATaskEach(): Unit = {
    val partitions = BucketPartitions.of(bucketing, ranges(Seq(), Seq(1), Seq(1, 5), Seq(2)), KeyRanges.ALL) {
      InputPartitions.byCount(_, 1)
    }
    assertEquals(Seq(0, 1, 1, 2, 3), partitions.map(_.bucket))
    assertEquals(partitions.map(_.bucket), partitions.map(_.partitionKey().getInt(0)))
  }

  @Test
  def rowKeysOfABucketAreOneTask(): Unit = {
    val regions = Seq(new RegionSpan(Array.empty, Array(2), "a"), new RegionSpan(Array(2), Array.empty, "b"))
    val rowKeys = Seq(Array[Byte](0, 7), Array[Byte](1, 7), Array[Byte](1, 8), Array[Byte](3, 7))
    val partitions = BucketPartitions.ofRowKeys(rowKeys, regions)
    val points = partitions.map(_.rows.asInstanceOf[PointInputPartition])
    assertEquals(Seq(0 -> 1, 1 -> 2, 3 -> 1), partitions.map(_.bucket).zip(points.map(_.rowKeys.length)))
    assertEquals(Seq("a", "a", "b"), points.map(_.host))
  }

  @Test
  def onlySaltsOfOneColumnAreBucketsToSpark(): Unit = {
    val conf = new SQLConf
    val salted = SchemaFixtures.salted
    assertEquals(Some(Bucketing(8, "shop")), Bucketing.of(salted, conf))
    val both = new KeyPrefix(KeyPrefix.Kind.SALT, 8, java.util.List.of(0, 1))
    assertEquals(None, Bucketing.of(salted.copy(keyPrefix = Some(both)), conf))
    val hash = new KeyPrefix(KeyPrefix.Kind.HASH, 4, java.util.List.of(0))
    assertEquals(None, Bucketing.of(salted.copy(keyPrefix = Some(hash)), conf))
    assertEquals(None, Bucketing.of(SchemaFixtures.packed, conf))
    conf.setConf(SQLConf.V2_BUCKETING_ENABLED, false)
    assertEquals(None, Bucketing.of(salted, conf))
  }

  @Test
  def thePartitioningIsByTheFunctionOfTheCatalog(): Unit = {
    val keys = bucketing.partitioning.asInstanceOf[KeyGroupedPartitioning].keys
    assertEquals(Seq("bucket(4, user)"), keys.map(_.describe()).toSeq)
    assertFalse(bucketing.boundaries.isEmpty)
  }
}
