package org.apache.spark.sql.hbase.bulkload

import java.nio.file.{Files, Path => LocalPath}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.{KeyValue, TableName}
import org.apache.hadoop.hbase.client.Connection
import org.apache.hadoop.hbase.io.ImmutableBytesWritable
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2
import org.apache.hadoop.hbase.tool.BulkLoadHFiles
import org.apache.hadoop.hbase.util.Bytes
import org.apache.hadoop.mapreduce.Job

import org.apache.spark.Partitioner
import org.apache.spark.rdd.OrderedRDDFunctions
import org.apache.spark.sql.{DataFrame, Row}

/**
 * A program as users write it by hand to load rows. HFileOutputFormat2 makes files of an RDD, sorted by row key with a
 * partition for each region. HBase's loader takes them.
 */
private[bulkload] object HFileOutputProgram {
  private val Family = Bytes.toBytes("d")

  /** @param rows the first column is the row key; all have a value */
  def run(connection: Connection, name: TableName, rows: DataFrame): Unit = {
    val folder = Files.createTempDirectory("hfile-output-")
    val output = new Path(folder.resolve("files").toUri)
    try {
      val conf = BulkLoadWrite.configuration(
        org.apache.spark.sql.hbase.cluster.HBaseCluster.ofCatalog("hbase"),
        rows.sparkSession.sparkContext.hadoopConfiguration
      )
      conf.set("hbase.fs.tmp.dir", folder.toUri.toString)
      val job = Job.getInstance(conf)
      val starts = Using.resource(connection.getRegionLocator(name)) { locator =>
        Using.resource(connection.getTable(name))(t =>
          HFileOutputFormat2.configureIncrementalLoad(job, t.getDescriptor, locator)
        )
        locator.getStartKeys
      }
      val columns = rows.columns.toIndexedSeq.map(Bytes.toBytes)
      val timestamp = System.currentTimeMillis()
      implicit val order: Ordering[Array[Byte]] = (a, b) => Bytes.compareTo(a, b)
      val keyed = rows.rdd.map(row => Bytes.toBytes(row.getLong(0) ^ Long.MinValue) -> row)
      new OrderedRDDFunctions[Array[Byte], Row, (Array[Byte], Row)](keyed)
        .repartitionAndSortWithinPartitions(new RegionPartitioner(starts))
        .flatMap { case (rowKey, row) => cells(rowKey, row, columns, timestamp) }
        .saveAsNewAPIHadoopFile(
          output.toString,
          classOf[ImmutableBytesWritable],
          classOf[KeyValue],
          classOf[HFileOutputFormat2],
          job.getConfiguration
        )
      BulkLoadHFiles.create(conf).bulkLoad(name, output)
    } finally delete(folder)
  }

  /** In the order of store files. */
  private def cells(
      rowKey: Array[Byte],
      row: Row,
      columns: IndexedSeq[Array[Byte]],
      timestamp: Long
  ): Iterator[(ImmutableBytesWritable, KeyValue)] = {
    val key = new ImmutableBytesWritable(rowKey)
    val marker = new KeyValue(rowKey, Family, Bytes.toBytes("_0"), timestamp, Array.emptyByteArray)
    val values = (1 until row.length).map { i =>
      val bytes = row.get(i) match {
        case l: Long => Bytes.toBytes(l)
        case d: Double => Bytes.toBytes(d)
        case s: String => Bytes.toBytes(s)
      }
      new KeyValue(rowKey, Family, columns(i), timestamp, bytes)
    }
    (marker +: values)
      .sortBy(c => Bytes.toString(c.getQualifierArray, c.getQualifierOffset, c.getQualifierLength))
      .iterator
      .map(key -> _)
  }

  private def delete(folder: LocalPath): Unit =
    Using.resource(Files.walk(folder))(_.iterator.asScala.toList).reverse.foreach(Files.delete)

  private final class RegionPartitioner(starts: Array[Array[Byte]]) extends Partitioner {
    override def numPartitions: Int = starts.length

    override def getPartition(key: Any): Int = {
      val found = java.util.Arrays.binarySearch(starts, key.asInstanceOf[Array[Byte]], Bytes.BYTES_COMPARATOR)
      if (found >= 0) found else -found - 2
    }
  }
}
