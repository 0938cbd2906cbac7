package org.apache.spark.sql.hbase.bulkload

import java.util

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Connection, Scan}
import org.apache.hadoop.hbase.tool.BulkLoadHFiles
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.schema.CellNames

/**
 * Has region servers take over store files, by HBase's own loader. It loads all files of a region in one step. Files
 * across the border of a region that was split meanwhile come in two pieces. Used on the driver.
 */
private[bulkload] object RegionLoader {

  /** A region server may have to copy large files, where they lie on another file system than its own. */
  private val CallMillis = 30 * 60 * 1000
  private val CallTimeouts =
    Seq("hbase.rpc.timeout", "hbase.rpc.write.timeout", "hbase.rpc.read.timeout", "hbase.client.operation.timeout")

  def load(conf: Configuration, table: TableName, root: Path, files: Seq[StagedFile]): Unit = if (files.nonEmpty) {
    val ofLoader = new Configuration(conf)
    CallTimeouts.foreach(ofLoader.setInt(_, CallMillis))
    // Tasks wrote as few files as they could; more than HBase's limit of 32 for a region are no mistake.
    ofLoader.setInt(BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY, math.max(32, files.size))
    val byFamily = new util.TreeMap[Array[Byte], util.List[Path]](Bytes.BYTES_COMPARATOR)
    files.groupBy(_.family).foreach { case (family, ofFamily) =>
      byFamily.put(CellNames.bytes(family), ofFamily.map(f => new Path(root, f.path)).asJava)
    }
    BulkLoadHFiles.create(ofLoader).bulkLoad(table, byFamily)
  }

  /**
   * Whether HBase has taken over a file: its first and its last row have cells of this job. False too where a compaction has
   * removed them since, because they were deleted or overwritten.
   */
  def isLoaded(connection: Connection, job: BulkLoadJob, file: StagedFile): Boolean =
    Using.resource(connection.getTable(TableName.valueOf(job.hbaseTable))) { table =>
      Seq(file.firstRow, file.lastRow).map(CellNames.bytes).forall { row =>
        val scan = new Scan()
          .withStartRow(row)
          .withStopRow(row, true)
          .addFamily(CellNames.bytes(file.family))
          .setRaw(true)
          .readAllVersions()
          .setTimeRange(job.timestamp, job.timestamp + 1)
        Using.resource(table.getScanner(scan))(_.next() != null)
      }
    }
}
