package org.apache.spark.sql.hbase.write

import java.io.{IOException, UncheckedIOException}

import scala.jdk.CollectionConverters._
import scala.util.Using
import scala.util.control.NonFatal

import org.apache.hadoop.hbase.HConstants
import org.apache.hadoop.hbase.client.{Mutation, Scan}
import org.apache.hadoop.hbase.filter.{FilterList, FirstKeyOnlyFilter, KeyOnlyFilter}

import org.apache.spark.{SparkContext, TaskContext}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.cluster.{HBaseCluster, SilentClusters, SubPlanErrors}
import org.apache.spark.sql.hbase.conf.{Choice, FullScan, ReadConf}
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.plan.catalyst.PushdownReport
import org.apache.spark.sql.hbase.read.{ScannedTable, SubPlanScan}
import org.apache.spark.sql.hbase.schema.SparkTypes
import org.apache.spark.sql.hbase.shim.ScanShim
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.hbase.write.encode.{RowKeyEncoder, RowMutations}
import org.apache.spark.sql.types.{StructField, StructType}

/**
 * Deletes rows where they are found: each task reads the keys of one part of the table and sends their deletes. So
 * nothing but counts comes to the driver. Runs a Spark job; called on the driver. Every task can be repeated.
 */
private[hbase] object RowDeletion {

  /**
   * For a statement that only deletes.
   *
   * @return rows deleted; of a columnar table of which all go, groups of rows
   */
  def run(target: WriteTarget, rows: DeletedRows): Long = {
    val until = JobClock.shared.next()
    val done = delete(target, rows, until, readConf(target))
    target.forgetSizes()
    LaterCells.check(target, done.sent, JobTimes(until), ofAll = rows == DeletedRows.All)
    done.rows
  }

  /**
   * Deletes rows that others have replaced, once the others are stored. The new rows are later, so they stay if they are found.
   *
   * @return where rows were deleted
   */
  def ofReplaced(target: WriteTarget, rows: DeletedRows, times: JobTimes): SentRows = {
    val conf = readConf(target).copy(fullScan = FullScan.Allow)
    delete(target, rows, times.deletes, conf).sent
  }

  private[write] final case class Done(rows: Long, sent: SentRows)

  private def readConf(target: WriteTarget): ReadConf = {
    val conf = SparkSession.active.sessionState.conf
    ReadConf.of(conf, Choice.Coprocessor.of(None, target.table.properties, conf))
  }

  private def delete(target: WriteTarget, rows: DeletedRows, until: Long, conf: ReadConf): Done = {
    val context = SparkSession.active.sparkContext
    val counts = rows match {
      case DeletedRows.All => deleteAll(context, target, until)
      case where: DeletedRows.Where => deleteWhere(context, target, where, until, conf)
    }
    Done(counts.map(_.rows).sum, counts.map(_.sent).foldLeft(SentRows.none)(_ + _))
  }

  private def deleteWhere(
      context: SparkContext,
      target: WriteTarget,
      where: DeletedRows.Where,
      until: Long,
      conf: ReadConf
  ): Seq[Done] = {
    val table = target.table
    val keys = StructType(table.keyColumns.map(c => StructField(c.name, SparkTypes.toSpark(c.sqlType), c.nullable)))
    val scan = SubPlanScan(target.settings, ScannedTable.of(table), where.subPlan, conf)(
      keys,
      isPlain = false,
      PushdownReport(where.conditions, Nil)
    )
    val batch = scan.toBatch
    val partitions = batch.planInputPartitions().toSeq
    val found = ScanShim.rows(context, partitions, batch.createReaderFactory())
    context.runJob(found, DeleteFound(target, until, partitions.size)).toSeq
  }

  private def deleteAll(context: SparkContext, target: WriteTarget, until: Long): Seq[Done] = {
    val regions = HBaseCluster.use(target.settings) { shared =>
      shared.regionLocations
        .regions(target.table.tableName, 0)
        .asScala
        .flatMap(r => KeyRanges.ALL.within(target.table.rowRange).within(r.startRow, r.stopRow, 1).asScala)
        .map(range => range.start -> Option(range.stop).getOrElse(HConstants.EMPTY_END_ROW))
        .toSeq
    }
    val tasks = math.min(regions.size, TasksPerCore * context.defaultParallelism)
    context.runJob(context.parallelize(regions, tasks), DeleteAll(target, until, tasks)).toSeq
  }

  /** As many as even out regions of different sizes. */
  private val TasksPerCore = 3

  /** Deletes rows that are given by their key columns. */
  private final case class DeleteFound(target: WriteTarget, until: Long, tasks: Int)
      extends ((TaskContext, Iterator[InternalRow]) => Done) {
    override def apply(context: TaskContext, found: Iterator[InternalRow]): Done = {
      val table = target.table
      val keys = new RowKeyEncoder(table, table.keyColumns.indices.toArray)
      deleteEach(target, until, tasks, found.map(keys.encode))(_.delete(_, until))
    }
  }

  /**
   * Deletes every row in the given key ranges that has cells up to `until`. Rows with only newer cells get no marker.
   */
  private final case class DeleteAll(target: WriteTarget, until: Long, tasks: Int)
      extends ((TaskContext, Iterator[(Array[Byte], Array[Byte])]) => Done) {
    override def apply(context: TaskContext, ranges: Iterator[(Array[Byte], Array[Byte])]): Done =
      try
        Using.resource(HBaseCluster.acquire(target.settings)) { shared =>
          Using.resource(shared.connection.getTable(target.table.tableName)) { table =>
            ranges
              .map { case (start, stop) =>
                Using.resource(table.getScanner(scan(start, stop))) { found =>
                  deleteEach(target, until, tasks, found.asScala.iterator.map(_.getRow))(_.deleteHBaseRow(_, until))
                }
              }
              .foldLeft(Done(0, SentRows.none))((a, b) => Done(a.rows + b.rows, a.sent + b.sent))
          }
        }
      catch {
        case e: IOException => failed(e)
        case e: UncheckedIOException => failed(e.getCause)
      }

    private def failed(e: IOException): Nothing = {
      SilentClusters.note(e, target.settings)
      throw SubPlanErrors.toRuntime(e, target.settings, contexts = Map.empty)
    }

    private def scan(start: Array[Byte], stop: Array[Byte]): Scan = {
      val scan = new Scan()
        .withStartRow(start)
        .withStopRow(stop)
        .setTimeRange(0, until + 1)
        .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()))
        .setCacheBlocks(false)
      // Of a table that others write too, rows that have nothing of ours get no marker.
      if (target.table.adopted) {
        new RowMutations(target.table, until).ownCells.foreach {
          case (family, Some(qualifier)) => scan.addColumn(family, qualifier)
          case (family, None) => scan.addFamily(family)
        }
      }
      scan
    }
  }

  private def deleteEach(target: WriteTarget, until: Long, tasks: Int, rows: Iterator[Array[Byte]])(
      delete: (RowMutations, Array[Byte]) => Mutation
  ): Done =
    Using.resource(new MutationSender(target.settings, target.table, until, tasks)) { sender =>
      val mutations = new RowMutations(target.table, timestamp = 0)
      try {
        rows.foreach { row =>
          sender.send(delete(mutations, row))
          sender.metrics.rowDeleted()
        }
        sender.flush()
        Done(sender.metrics.rowsDeleted, sender.sentRows)
      } catch {
        case NonFatal(e) =>
          sender.leftBehind.foreach(e.addSuppressed)
          throw e
      }
    }
}
