package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.hbase.HBaseCluster
import org.apache.spark.sql.hbase.client.ClusterSettings
import org.apache.spark.sql.hbase.schema.{SchemaJson, TableSchema}

/**
 * One write job. Tasks send their rows as they go; there are no rows to commit and nothing to undo, but every attempt writes
 * the same cells with the same timestamp, so a repeated job ends with the same rows.
 */
final class HBaseBatchWrite(settings: ClusterSettings, table: TableSchema) extends BatchWrite {
  private val timestamp = JobClock.shared.next()

  override def createBatchWriterFactory(info: PhysicalWriteInfo): DataWriterFactory =
    HBaseWriterFactory(
      settings,
      SchemaJson.table(table),
      table.columns.map(c => c.name -> SchemaJson.column(c)).toMap,
      timestamp
    )

  /** The rows are there already; the planner forgets how small the table was. */
  override def commit(messages: Array[WriterCommitMessage]): Unit =
    HBaseCluster.use(settings)(_.regionLocations.forgetSizes(table.tableName))

  override def abort(messages: Array[WriterCommitMessage]): Unit = ()
}

/** Travels to the tasks, so it holds the table's schema as text. */
private[write] final case class HBaseWriterFactory(
    settings: ClusterSettings,
    tableJson: String,
    columnJson: Map[String, String],
    timestamp: Long
) extends DataWriterFactory {

  override def createWriter(partitionId: Int, taskId: Long): DataWriter[InternalRow] =
    new HBaseDataWriter(settings, SchemaJson.read(tableJson, columnJson.get), timestamp)
}
