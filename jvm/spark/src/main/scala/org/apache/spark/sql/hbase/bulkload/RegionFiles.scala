package org.apache.spark.sql.hbase.bulkload

import java.util.Arrays

import scala.collection.mutable

import org.apache.hadoop.hbase.KeyValue

/**
 * Writes the sorted rows of a task into one file per region and family. A new file begins with each region and, so that
 * files stay loadable, behind cells with which one of them has become large. Not thread-safe.
 *
 * @param startRows of the regions, in order
 * @param open makes the file of a region and a family, by their numbers
 */
private[bulkload] final class RegionFiles(
    startRows: IndexedSeq[Array[Byte]],
    families: Int,
    maxFileBytes: Long,
    open: (Int, Int) => RegionFiles.Output
) {
  private val current = new Array[RegionFiles.Output](families)
  private val closed = mutable.ArrayBuffer.empty[StagedFile]
  private var region = 0

  /** @param rowKey greater than that of the row before */
  def write(rowKey: Array[Byte], cells: Array[Byte]): Unit = {
    var entered = region
    while (entered + 1 < startRows.length && Arrays.compareUnsigned(startRows(entered + 1), rowKey) <= 0) entered += 1
    if (entered != region || current.exists(file => file != null && file.bytes >= maxFileBytes)) closeFiles()
    region = entered
    RowCells.read(cells) { (family, cell) =>
      if (current(family) == null) current(family) = open(region, family)
      current(family).append(cell)
    }
  }

  /** Ends the files; all that were written, in order. */
  def finish(): Seq[StagedFile] = {
    closeFiles()
    closed.toList
  }

  /** Lets go of the files that are open. */
  def abandon(): Unit = current.indices.foreach { family =>
    val file = current(family)
    current(family) = null
    if (file != null) file.abandon()
  }

  private def closeFiles(): Unit = current.indices.foreach { family =>
    if (current(family) != null) {
      closed += current(family).close()
      current(family) = null
    }
  }
}

private[bulkload] object RegionFiles {

  /** A file that is being written. */
  trait Output {
    def bytes: Long
    def append(cell: KeyValue): Unit
    def close(): StagedFile
    def abandon(): Unit
  }
}
