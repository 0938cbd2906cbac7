package org.apache.spark.sql.hbase.bulkload

import java.io.{FileNotFoundException, IOException}
import java.util.Arrays

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.HConstants
import org.apache.hadoop.hbase.client.{TableDescriptor, TableDescriptorBuilder}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.write.{DataWriter, DataWriterFactory, WriterCommitMessage}
import org.apache.spark.sql.hbase.conf.WrittenNulls
import org.apache.spark.sql.hbase.error.{FirstLine, HBaseErrors, HBaseException}
import org.apache.spark.sql.hbase.schema.{CellNames, Layout, SchemaJson, TableSchema}
import org.apache.spark.sql.hbase.write.TaskOutcome
import org.apache.spark.util.SerializableConfiguration

/**
 * Travels to the tasks.
 *
 * @param descriptor of the HBase table, in HBase's protobuf form
 * @param regions of the table, in order
 * @param loadId tells this load from others, whose timestamps may be the same
 */
private[bulkload] final case class BulkLoadWriterFactory(
    tableJson: String,
    nulls: WrittenNulls,
    descriptor: Array[Byte],
    regions: IndexedSeq[TargetRegion],
    timestamp: Long,
    loadId: Long,
    root: String,
    conf: SerializableConfiguration
) extends DataWriterFactory {
  override def createWriter(partitionId: Int, taskId: Long): DataWriter[InternalRow] =
    new BulkLoadWriter(
      SchemaJson.readWhole(tableJson),
      nulls,
      TableDescriptorBuilder.parseFrom(descriptor),
      regions,
      timestamp,
      loadId,
      new Path(root),
      partitionId,
      s"$partitionId-$taskId",
      conf.value
    )
}

/**
 * Writes the rows of one task as store files: sorts them as they come, and writes when the last is there. Each attempt has a
 * folder of its own, so what a killed attempt leaves behind is never loaded. Not thread-safe.
 *
 * @param task its number
 * @param folder of this attempt, below `root`
 */
private[bulkload] final class BulkLoadWriter(
    table: TableSchema,
    nulls: WrittenNulls,
    descriptor: TableDescriptor,
    regions: IndexedSeq[TargetRegion],
    timestamp: Long,
    loadId: Long,
    root: Path,
    task: Int,
    folder: String,
    conf: Configuration
) extends DataWriter[InternalRow] {
  private val families = descriptor.getColumnFamilies.toIndexedSeq
  private val sorter = new RowSorter
  private val output = new RegionFiles(
    regions.map(_.startRow),
    families.length,
    conf.getLong(HConstants.HREGION_MAX_FILESIZE, HConstants.DEFAULT_MAX_FILE_SIZE),
    (region, family) =>
      new StoreFileOutput(
        conf,
        descriptor,
        families(family),
        root,
        s"$folder/f$family",
        TargetRegion.favoredNode(conf, regions(region))
      )
  )
  private val loaded: LoadedRows = {
    val cells = new RowCells(families.map(_.getName))
    table.layout match {
      case Layout.Columnar => new GroupedRows(table, timestamp, loadId, cells, output.write(_, _))
      case Layout.Packed | Layout.Columns => new SingleRows(table, nulls, timestamp, cells, output.write(_, _))
    }
  }
  private var rows = 0L

  override def write(row: InternalRow): Unit = {
    val rowKey = loaded.rowKey(row)
    sorter.add(rowKey, loaded.encode(rowKey, row))
    rows += 1
  }

  /** Spark takes a task that tells its error for done, and does not abort it. */
  override def commit(): WriterCommitMessage = TaskOutcome.of {
    try failures(stored())
    catch {
      case e: HBaseException =>
        abort()
        throw e
    }
  }

  private def stored(): StagedRows = {
    var before: Array[Byte] = null
    sorter.foreach { (rowKey, encoded) =>
      if (before != null && Arrays.equals(before, rowKey)) {
        throw HBaseErrors.DuplicateRowKey.runtime("table" -> table.fullName, "row" -> CellNames.text(rowKey))
      }
      loaded.write(rowKey, encoded)
      before = rowKey
    }
    loaded.finish()
    val files = output.finish()
    if (!JobFolder.inUse(root, conf))
      throw new FileNotFoundException(s"$root was removed while this task wrote into it")
    BulkLoadStep.reached(BulkLoadStep.TaskWritten)
    StagedRows(task, rows, files)
  }

  override def abort(): Unit = failures {
    try output.abandon()
    finally JobFolder.removeAttempt(root, folder, conf)
  }

  override def close(): Unit = sorter.close()

  private def failures[T](action: => T): T =
    try action
    catch {
      case e: IOException => throw BulkLoadFailures.ofFolder(e, table, root)
    }
}

private[bulkload] object BulkLoadFailures {

  /** Makes the error for a failure of a file system, or of the writer of a store file. */
  def ofFolder(e: IOException, table: TableSchema, folder: Any): Throwable =
    HBaseErrors.BulkLoadFolderUnusable.runtimeCausedBy(
      e,
      "table" -> table.fullName,
      "folder" -> folder,
      "reason" -> FirstLine.withClass(e)
    )
}
