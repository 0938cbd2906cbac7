package org.apache.spark.sql.hbase.write

import org.apache.hadoop.hbase.client.Mutation

import org.apache.spark.sql.connector.metric.{CustomMetric, CustomSumMetric, CustomTaskMetric}

/** The counters of a write in Spark's SQL tab. Spark makes them by class name, so each is a class without arguments. */
private[hbase] object WriteMetrics {
  sealed abstract class Counter(metric: String, text: String) extends CustomSumMetric {
    override def name(): String = metric
    override def description(): String = text
  }

  final class RowsWritten extends Counter("hbaseRowsWritten", "rows written")
  final class RowsDeleted extends Counter("hbaseRowsDeleted", "rows deleted")
  final class CellsWritten extends Counter("hbaseCellsWritten", "cells and delete markers of columns sent")
  final class BytesWritten extends Counter("hbaseBytesWritten", "bytes of these")
  final class WriteBatches extends Counter("hbaseWriteBatches", "batches sent, each to all of its region servers")

  private val rowsWritten = new RowsWritten
  private val rowsDeleted = new RowsDeleted
  private val cellsWritten = new CellsWritten
  private val bytesWritten = new BytesWritten
  private val writeBatches = new WriteBatches

  val all: Array[CustomMetric] = Array(rowsWritten, rowsDeleted, cellsWritten, bytesWritten, writeBatches)

  /** The metrics of a statement that only deletes. */
  val ofDelete: Array[CustomMetric] = Array(rowsDeleted)

  def deleted(rows: Long): Array[CustomTaskMetric] = Array(Value(rowsDeleted.name(), rows))

  /** Counts what one task sends; retried calls are counted once. Not thread-safe. */
  final class Task {
    private var written = 0L
    private var deleted = 0L
    private var cells = 0L
    private var bytes = 0L
    private var batches = 0L
    private var isPending = false

    def rowWritten(): Unit = written += 1

    def rowDeleted(): Unit = deleted += 1

    def rowsDeleted: Long = deleted

    def collected(mutation: Mutation): Unit = {
      val families = mutation.getFamilyCellMap.values.iterator
      while (families.hasNext) {
        val of = families.next()
        cells += of.size
        var i = 0
        while (i < of.size) {
          bytes += of.get(i).getSerializedSize
          i += 1
        }
      }
      isPending = true
    }

    def flushed(): Unit = {
      batches += 1
      isPending = false
    }

    /** Spark asks before the commit, which sends what is left. */
    def values: Array[CustomTaskMetric] = Array(
      Value(rowsWritten.name(), written),
      Value(WriteMetrics.rowsDeleted.name(), deleted),
      Value(cellsWritten.name(), cells),
      Value(bytesWritten.name(), bytes),
      Value(writeBatches.name(), if (isPending) batches + 1 else batches)
    )
  }

  private final case class Value(override val name: String, override val value: Long) extends CustomTaskMetric
}
