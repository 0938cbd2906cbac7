package org.apache.spark.sql.hbase.read

import java.io.IOException

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.read.PartitionReader
import org.apache.spark.sql.hbase.client.{ConnectionCache, SubPlanReader, SubPlanRequest}

/** Reads the ranges of one task, one after the other. Each row is valid until the next. Not thread-safe. */
private[read] final class SubPlanPartitionReader(factory: SubPlanReaderFactory, partition: HBaseInputPartition)
    extends PartitionReader[InternalRow] {

  private val shared = typed(ConnectionCache.acquire(factory.settings))
  private val tableName = TableName.valueOf(factory.hbaseTable)
  private val rows = new ArrowRows(factory.readSchema)
  private val metrics = new ReadMetrics.Task(partition.ranges.length)
  private var nextRange = 0
  private var reader: SubPlanReader = _
  private var rowCount = 0
  private var position = -1

  override def next(): Boolean = {
    position += 1
    position < rowCount || nextBatch()
  }

  override def get(): InternalRow = rows.row(position)

  private def nextBatch(): Boolean = typed {
    var found = false
    while (!found && (reader != null || nextRange < partition.ranges.length)) {
      if (reader == null) open()
      if (reader.next()) {
        val batch = reader.current
        rows.bind(batch)
        rowCount = batch.rowCount
        position = 0
        found = rowCount > 0
      } else {
        finish()
      }
    }
    found
  }

  private def open(): Unit = {
    val range = partition.ranges(nextRange)
    nextRange += 1
    reader = SubPlanReader.open(
      shared.connection,
      new SubPlanRequest(tableName, factory.subPlan, range.startRow, range.stopRow, factory.conf.readerOptions)
    )
  }

  private def finish(): Unit = {
    val finished = reader
    reader = null
    try metrics.add(finished.statistics)
    finally finished.close()
  }

  override def currentMetricsValues(): Array[CustomTaskMetric] =
    metrics.values(Option(reader).map(_.statistics))

  override def close(): Unit = try if (reader != null) finish()
  finally shared.close()

  private def typed[T](action: => T): T =
    try action
    catch {
      case e: IOException => throw SubPlanErrors.toRuntime(e)
    }
}
