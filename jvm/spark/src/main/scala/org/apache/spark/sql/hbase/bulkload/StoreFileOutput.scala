package org.apache.spark.sql.hbase.bulkload

import java.net.InetSocketAddress

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.{KeyValue, PrivateCellUtil}
import org.apache.hadoop.hbase.CellUtil
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptor, TableDescriptor}
import org.apache.hadoop.hbase.fs.HFileSystem
import org.apache.hadoop.hbase.io.hfile.{CacheConfig, HFileContextBuilder}
import org.apache.hadoop.hbase.regionserver.{HStoreFile, StoreFileWriter, StoreUtils}
import org.apache.hadoop.hbase.util.Bytes
import org.apache.hadoop.hdfs.DistributedFileSystem

import org.apache.spark.sql.hbase.schema.CellNames

/**
 * One store file of one family, as HBase itself would write it: with the family's compression, block encoding, block size and
 * Bloom filter. What is private to HBase about writing is in here. Not thread-safe.
 *
 * @param root the folder of the job
 * @param folder of the file, below `root`
 * @param favoredNode on which HDFS puts the first copy of each block, if it can; other file systems have no such choice
 */
private[bulkload] final class StoreFileOutput(
    conf: Configuration,
    table: TableDescriptor,
    family: ColumnFamilyDescriptor,
    root: Path,
    folder: String,
    favoredNode: Option[InetSocketAddress]
) extends RegionFiles.Output {
  private val fs = root.getFileSystem(conf)
  private val writer = {
    // What the table and the family say of their files counts too, such as the length of a Bloom filter's row prefix.
    val storeConf = StoreUtils.createStoreConfiguration(conf, table, family)
    val context = new HFileContextBuilder()
      .withCompression(family.getCompressionType)
      .withDataBlockEncoding(family.getDataBlockEncoding)
      .withBlockSize(family.getBlocksize)
      .withChecksumType(StoreUtils.getChecksumType(storeConf))
      .withBytesPerCheckSum(StoreUtils.getBytesPerChecksum(storeConf))
      .withColumnFamily(family.getName)
      .withTableName(table.getTableName.getName)
      .withCreateTime(System.currentTimeMillis())
      .build()
    // HBase hands such a choice on only through its own file system.
    val (writtenTo, nodes) = (fs, favoredNode) match {
      case (hdfs: DistributedFileSystem, Some(node)) => (new HFileSystem(hdfs), Array(node))
      case _ => (fs, null)
    }
    new StoreFileWriter.Builder(storeConf, CacheConfig.DISABLED, writtenTo)
      .withOutputDir(new Path(root, folder))
      .withFavoredNodes(nodes)
      .withBloomType(family.getBloomFilterType)
      .withFileContext(context)
      .build()
  }
  private var first: KeyValue = _
  private var last: KeyValue = _
  private var deletes = false

  /** Bytes written so far, before what HBase still holds of the block. */
  override def bytes: Long = writer.getPos

  /** Cells come in HBase's order; HBase refers to the last one until the next. */
  override def append(cell: KeyValue): Unit = {
    writer.append(cell)
    if (first == null) first = cell
    last = cell
    deletes ||= PrivateCellUtil.isDelete(cell.getTypeByte)
  }

  /** Ends the file, which has at least one cell. */
  override def close(): StagedFile = {
    writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(System.currentTimeMillis()))
    // A major compaction would leave alone a single file that claims to come from one; it must remove delete markers.
    writer.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(!deletes))
    writer.appendFileInfo(HStoreFile.EXCLUDE_FROM_MINOR_COMPACTION_KEY, Bytes.toBytes(false))
    writer.appendTrackedTimestampsToMetadata()
    writer.close()
    val path = writer.getPath
    StagedFile(
      CellNames.text(family.getName),
      s"$folder/${path.getName}",
      fs.getFileStatus(path).getLen,
      CellNames.text(CellUtil.cloneRow(first)),
      CellNames.text(CellUtil.cloneRow(last))
    )
  }

  /** Lets go of a file that will not be used. */
  override def abandon(): Unit = writer.close()
}
