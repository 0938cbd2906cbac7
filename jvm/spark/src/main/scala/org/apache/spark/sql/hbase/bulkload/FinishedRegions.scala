package org.apache.spark.sql.hbase.bulkload

import java.util.Arrays

import scala.collection.mutable

import org.apache.spark.sql.hbase.schema.CellNames
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * Finds regions whose rows all lie in finished files, while other tasks go on. Tasks hold the rows of the load in the
 * order of row keys. Between the last row of one task and the first row of a later task lie the rows of the tasks
 * between them. Nothing is known of these rows until their tasks are done. Not thread-safe.
 *
 * {{{
 * regions from '', 'h' and 'p'    task 0: 'a' to 'f'    task 1: not done    task 2: 'k' to 's'    task 3: not done
 * the first one may get rows of task 1, the second one of task 1, the third one of task 3
 * }}}
 *
 * @param startRows of the regions, in order
 * @param isInOrder false: any task may have any rows, so regions wait for the last task
 */
private[bulkload] final class FinishedRegions(startRows: IndexedSeq[Array[Byte]], tasks: Int, isInOrder: Boolean) {

  /** By task what its rows are in, None if it has none; null while it goes on. */
  private val done = new Array[Option[FinishedRegions.Regions]](tasks)
  private val waiting = mutable.SortedMap.empty[Int, mutable.ArrayBuffer[StagedFile]]

  /**
   * A task is done.
   *
   * @return all files of the regions that became complete by it, region by region
   */
  def add(rows: StagedRows): Seq[StagedFile] = {
    val entered = rows.files.map { file =>
      val region = regionOf(file.firstRow)
      waiting.getOrElseUpdate(region, mutable.ArrayBuffer.empty) += file
      region
    }
    done(rows.task) = Option.when(entered.nonEmpty)(FinishedRegions.Regions(entered.min, entered.max))
    val open = unfinished()
    val complete = waiting.keys.filterNot(region => open.exists(_.has(region))).toList
    complete.flatMap(waiting.remove(_).get)
  }

  /** The regions into which tasks may still write, as ranges that each begin where a task is done or at the start of the table. */
  private def unfinished(): Seq[FinishedRegions.Regions] = {
    val open = mutable.ArrayBuffer.empty[FinishedRegions.Regions]
    var first = 0
    var isOpen = false
    done.foreach {
      case null => isOpen = true
      case None =>
      case Some(regions) =>
        if (isOpen) open += FinishedRegions.Regions(if (isInOrder) first else 0, if (isInOrder) regions.first else last)
        isOpen = false
        first = regions.last
    }
    if (isOpen) open += FinishedRegions.Regions(if (isInOrder) first else 0, last)
    open.toList
  }

  private def last: Int = startRows.length - 1

  private def regionOf(row: String): Int = {
    val key = CellNames.bytes(row)
    var low = 0
    var high = startRows.length
    while (high - low > 1) {
      val middle = (low + high) >>> 1
      if (Arrays.compareUnsigned(startRows(middle), key) <= 0) low = middle else high = middle
    }
    low
  }
}

private[bulkload] object FinishedRegions {

  /** Neighbouring regions, by their numbers. */
  private final case class Regions(first: Int, last: Int) {
    def has(region: Int): Boolean = first <= region && region <= last
  }
}
