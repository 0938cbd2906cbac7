package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.metric.CustomMetric
import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.connector.write.streaming.StreamingWrite
import org.apache.spark.sql.hbase.HBaseErrors
import org.apache.spark.sql.hbase.client.ClusterSettings
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.internal.connector.SupportsStreamingUpdateAsAppend

/**
 * Plans an append, where rows whose key exists are replaced; with [[truncate]] or [[overwrite]] other rows are deleted as
 * well. Of a streaming query it plans one epoch; rows that the query updates come as rows to append.
 *
 * @param epoch None of a statement
 * @param nulls of the rows
 */
private[hbase] final class HBaseWriteBuilder(
    settings: ClusterSettings,
    table: TableSchema,
    shape: ShapeCheck,
    epoch: Option[StreamingEpoch] = None,
    nulls: WrittenNulls = WrittenNulls.Delete
) extends WriteBuilder
    with SupportsOverwriteV2
    with SupportsStreamingUpdateAsAppend {

  private var replaced: Option[DeletedRows] = None

  override def truncate(): WriteBuilder = {
    replaced = Some(DeletedRows.All)
    this
  }

  override def canOverwrite(predicates: Array[Predicate]): Boolean = DeletedRows.of(table, predicates.toSeq).isDefined

  override def overwrite(predicates: Array[Predicate]): WriteBuilder = {
    replaced = DeletedRows.of(table, predicates.toSeq)
    this
  }

  override def build(): Write = {
    if (replaced.isDefined && nulls == WrittenNulls.Skip) throw WriteOptions.skipOfReplacedRows
    new HBaseWrite(WriteTarget.of(settings, table).copy(nulls = nulls), replaced, shape, epoch)
  }
}

private[write] final class HBaseWrite(
    target: WriteTarget,
    replaced: Option[DeletedRows],
    shape: ShapeCheck,
    epoch: Option[StreamingEpoch]
) extends Write {
  override def description(): String = s"HBaseWrite ${target.table.fullName}"

  override def toBatch: BatchWrite = {
    val times = if (replaced.isEmpty) JobTimes.ofPuts(JobClock.shared.next()) else JobClock.shared.nextTimes()
    new HBaseBatchWrite(target, replaced, shape, times)
  }

  override def toStreaming: StreamingWrite = {
    val planned = epoch.getOrElse {
      throw HBaseErrors.UnsupportedStatement.analysis(
        "statement" -> "a streaming query with a continuous trigger",
        "table" -> target.table.fullName,
        "instead" -> "a trigger of micro-batches"
      )
    }
    new HBaseStreamingWrite(planned, target, replaced, shape)
  }

  override def supportedCustomMetrics(): Array[CustomMetric] = WriteMetrics.all
}
