package org.apache.spark.sql.hbase.write

import java.io.{IOException, UncheckedIOException}
import java.util.EnumSet

import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

import org.apache.hadoop.hbase.{Cell, CellUtil, ClusterMetrics, HConstants}
import org.apache.hadoop.hbase.client.{Connection, Scan, Table}

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.client.cluster.Masters
import org.apache.spark.sql.hbase.cluster.{HBaseCluster, SilentClusters, SubPlanErrors}
import org.apache.spark.sql.hbase.error.{HBaseErrors, Refusals}
import org.apache.spark.sql.hbase.schema.Layout
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.write.encode.RowMutations

/**
 * Finds rows that a statement could not change, because they have cells or delete markers with a time ahead of its
 * clock. Another program chose the time, or its clock is ahead. They hide what the statement stored. What another
 * statement has written meanwhile is no such cell: its time has come.
 *
 * The clock is the driver's, or the region servers' where they gave the times.
 *
 * Looks where the statement has written, at times after the present alone. Region servers know the newest time of each store
 * file and pass over all that are older, so this reads nothing in most tables. Called on the driver.
 */
private[write] object LaterCells extends Logging {

  /** Clocks of machines differ by some milliseconds even where they are kept together. */
  private val ToleratedMillis = 100

  /** Region servers tell the master their time every few seconds, and their clocks differ by 30 seconds at most. */
  private val ToleratedMillisOfServers = 60000
  private val PatienceSeconds = 5

  /**
   * Tells the cells of a statement from those that hide them.
   *
   * @param from the first time of the statement's cells
   * @param until the end of these times, itself not one of them
   * @param after cells and delete markers from this time on hide those of the statement
   */
  private final case class Times(from: Long, until: Long, after: Long)

  private object Times {
    def of(job: JobTimes): Times =
      Times(job.deletes, job.puts + 1, math.max(job.puts, System.currentTimeMillis()) + ToleratedMillis)
  }

  /** Rows that are counted at most. */
  private val MostCounted = 1000

  /**
   * Raises `HIDDEN_BY_LATER_CELLS` where rows of a statement are hidden.
   *
   * @param ofAll the statement deletes all rows, those of later cells alone too
   */
  def check(target: WriteTarget, sent: SentRows, times: JobTimes, ofAll: Boolean = false): Unit = {
    val hidden = count(target, sent, ofAll)(_ => Some(Times.of(times)))
    if (hidden > 0) throw error(target, hidden, times)
  }

  /** Raises `HIDDEN_BY_LATER_CELLS` where rows of a statement are hidden to whose cells region servers gave the time. */
  def checkServerTimes(target: WriteTarget, sent: SentRows, job: JobTimes): Unit = {
    val hidden = count(target, sent, ofAll = false) { connection =>
      serverClock(connection).map { now =>
        val began = now - math.max(0, System.currentTimeMillis() - job.puts)
        Times(
          math.max(0, began - ToleratedMillisOfServers),
          now + ToleratedMillisOfServers,
          now + ToleratedMillisOfServers
        )
      }
    }
    if (hidden > 0) throw error(target, hidden, job)
  }

  /** Returns the latest time that a region server told the master; None, and a warning, where no master answers. */
  private def serverClock(connection: Connection): Option[Long] = {
    val answer = Try(
      Masters
        .askFor[ClusterMetrics](
          PatienceSeconds,
          connection,
          _.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS))
        )
        .toScala
    )
    val metrics = answer.toOption.flatten
    if (metrics.isEmpty) {
      logWarning(
        "No master of HBase tells the time of the region servers, so nobody looks for rows that later cells hide."
          + answer.fold(e => s" $e", _ => "")
      )
    }
    metrics.flatMap(_.getLiveServerMetrics.values.asScala.map(_.getReportTimestamp.longValue).reduceOption(_ max _))
  }

  /** Warns of hidden rows of an epoch. The streaming query goes on: running the epoch again would change nothing. */
  def warn(target: WriteTarget, sent: SentRows, times: JobTimes): Unit = {
    val hidden = count(target, sent, ofAll = false)(_ => Some(Times.of(times)))
    if (hidden > 0) logWarning(error(target, hidden, times).getMessage)
  }

  private def error(target: WriteTarget, hidden: Int, times: JobTimes) = HBaseErrors.HiddenByLaterCells.runtime(
    "table" -> target.table.fullName,
    "hbaseTable" -> target.table.hbaseTable,
    "rows" -> (if (hidden < MostCounted) hidden.toString else s"$MostCounted or more"),
    "timestamp" -> times.puts
  )

  /** In layout columnar a time is of a group of rows, and says nothing of one of them. */
  private def count(target: WriteTarget, sent: SentRows, ofAll: Boolean)(timesOf: Connection => Option[Times]): Int =
    if (sent.isEmpty && !ofAll || target.table.layout == Layout.Columnar) 0
    else {
      try
        HBaseCluster.use(target.settings) { shared =>
          Using.resource(shared.connection.getTable(target.table.tableName)) { table =>
            timesOf(shared.connection).fold(0) { times =>
              val regions = shared.regionLocations.regions(target.table.tableName).size
              val looks = if (ofAll) Iterator(allRows(target)) else scans(sent, regions)
              looks
                .flatMap(rows(table, target, _, times.after, Long.MaxValue))
                .filter { row =>
                  ofAll || rows(table, target, oneRow(row), times.from, times.until).nonEmpty
                }
                .take(MostCounted)
                .size
            }
          }
        }
      catch {
        // Who may write and not read is told nothing.
        case e: Exception if Refusals.find(e).nonEmpty => 0
        case e: UncheckedIOException => failed(e.getCause, target)
        case e: IOException => failed(e, target)
      }
    }

  private def failed(e: IOException, target: WriteTarget): Nothing = {
    SilentClusters.note(e, target.settings)
    throw SubPlanErrors.toRuntime(e, target.settings, contexts = Map.empty)
  }

  /** Makes the fewest scans that find all rows: one for each row, or one for each region. */
  private def scans(sent: SentRows, regions: Int): Iterator[Scan] =
    if (sent.bounds.isEmpty && sent.rowKeys.size < regions)
      sent.rowKeys.groupBy(_.toSeq).valuesIterator.map(same => oneRow(same.head))
    else
      sent.extent.iterator.map { case (first, last) => new Scan().withStartRow(first).withStopRow(last, true) }

  private def allRows(target: WriteTarget): Scan = {
    val rows = target.table.rowRange
    new Scan().withStartRow(rows.start).withStopRow(Option(rows.stop).getOrElse(HConstants.EMPTY_END_ROW))
  }

  private def oneRow(row: Array[Byte]): Scan = new Scan().withStartRow(row).withStopRow(row, true)

  /** Rows of a scan that have cells or delete markers of the SQL table in a stretch of time. */
  private def rows(table: Table, target: WriteTarget, scan: Scan, from: Long, until: Long): Seq[Array[Byte]] = {
    scan.setRaw(true).setTimeRange(from, until).setCacheBlocks(false)
    val own = new RowMutations(target.table, from).ownCells
    own.foreach { case (family, _) => scan.addFamily(family) }
    def isOwn(cell: Cell) = !target.table.adopted || own.exists { case (family, qualifier) =>
      CellUtil.matchingFamily(cell, family) &&
      (qualifier.forall(CellUtil.matchingQualifier(cell, _)) || cell.getQualifierLength == 0)
    }
    Using.resource(table.getScanner(scan)) {
      _.asScala.iterator.filter(_.rawCells.exists(isOwn)).map(_.getRow).take(MostCounted).toVector
    }
  }
}
