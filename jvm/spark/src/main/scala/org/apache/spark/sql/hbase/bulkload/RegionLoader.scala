package org.apache.spark.sql.hbase.bulkload

import java.io.IOException
import java.nio.ByteBuffer
import java.util
import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.{CellUtil, TableName}
import org.apache.hadoop.hbase.client.{Connection, Scan, Table}
import org.apache.hadoop.hbase.tool.{BulkLoadHFiles, BulkLoadHFilesTool, LoadIncrementalHFiles}
import org.apache.hadoop.hbase.util.{Bytes, Pair}
import org.apache.hbase.thirdparty.com.google.common.collect.Multimap

import org.apache.spark.sql.hbase.schema.CellNames
import org.apache.spark.sql.hbase.write.JobTimes

/**
 * Has region servers take over store files, by HBase's own loader. It loads all files of a region in one step. Files
 * across the border of a region that was split meanwhile come in two pieces. Used on the driver.
 */
private[bulkload] object RegionLoader {

  /** A region server may have to copy large files, where they lie on another file system than its own. */
  private val CallMillis = 30 * 60 * 1000
  private val CallTimeouts =
    Seq("hbase.rpc.timeout", "hbase.rpc.write.timeout", "hbase.rpc.read.timeout", "hbase.client.operation.timeout")

  /** Throws an IOException where HBase does not take over all files, also where its loader says that it did. */
  def load(connection: Connection, conf: Configuration, job: BulkLoadJob, root: Path, files: Seq[StagedFile]): Unit = {
    val byPath = files.map(file => new Path(root, file.path) -> file).toMap
    val gone = if (files.isEmpty) Set.empty[Path] else handOver(connection, conf, job, root, byPath)
    // Pieces of a file that was split are not in the map, so nobody knows their rows.
    gone.find(path => !byPath.get(path).exists(isLoaded(connection, job, _))).foreach { path =>
      val name = byPath.get(path).fold(path.getName)(_.path)
      throw new IOException(s"$name is not in the folder any more, and HBase does not have its rows")
    }
  }

  /** The files that the loader did not find in their place. */
  private def handOver(
      connection: Connection,
      conf: Configuration,
      job: BulkLoadJob,
      root: Path,
      files: Map[Path, StagedFile]
  ): Set[Path] = {
    val ofLoader = new Configuration(conf)
    CallTimeouts.foreach(ofLoader.setInt(_, CallMillis))
    // Tasks wrote as few files as they could; more than HBase's limit of 32 for a region are no mistake.
    ofLoader.setInt(BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY, math.max(32, files.size))
    if (JobFolder.isInOtherZone(root, connection, conf, job))
      ofLoader.setBoolean(BulkLoadHFiles.ALWAYS_COPY_FILES, true)
    val byFamily = new util.TreeMap[Array[Byte], util.List[Path]](Bytes.BYTES_COMPARATOR)
    files.groupBy { case (_, file) => file.family }.foreach { case (family, ofFamily) =>
      byFamily.put(CellNames.bytes(family), ofFamily.keys.toList.asJava)
    }
    val loader = new WatchedLoader(ofLoader)
    loader.bulkLoad(TableName.valueOf(job.hbaseTable), byFamily)
    loader.gone
  }

  /**
   * HBase's loader, which takes a file that is not in its place for one that an earlier try has brought in. A region server
   * that was declared dead in the middle of that try moves the file and then fails to note it in its log. By then the region
   * is open elsewhere, without the file. So this one remembers such files.
   */
  private final class WatchedLoader(conf: Configuration) extends BulkLoadHFilesTool(conf) {
    private val notFound = new ConcurrentLinkedQueue[Path]

    def gone: Set[Path] = notFound.asScala.toSet

    /** The second of the pair is the name of a file that was not found. */
    override protected def groupOrSplit(
        ofRegions: Multimap[ByteBuffer, LoadIncrementalHFiles.LoadQueueItem],
        file: LoadIncrementalHFiles.LoadQueueItem,
        table: Table,
        regions: Pair[Array[Array[Byte]], Array[Array[Byte]]]
    ): Pair[util.List[LoadIncrementalHFiles.LoadQueueItem], String] = {
      val pieces = super.groupOrSplit(ofRegions, file, table, regions)
      if (pieces != null && pieces.getSecond != null) notFound.add(file.getFilePath)
      pieces
    }
  }

  /**
   * Whether HBase has taken over a file: its first and its last row have cells or delete markers of this job. False too
   * where a compaction has removed them since, because they were deleted or overwritten.
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
          .setTimeRange(JobTimes.ofPuts(job.timestamp).deletes, job.timestamp + 1)
        Using.resource(table.getScanner(scan)) { rows =>
          // A map of no entries is a delete marker alone, one millisecond before.
          Option(rows.next()).exists(_.rawCells.exists(c => c.getTimestamp == job.timestamp || CellUtil.isDelete(c)))
        }
      }
    }
}
