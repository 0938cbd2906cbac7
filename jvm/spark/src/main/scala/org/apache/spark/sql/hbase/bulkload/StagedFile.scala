package org.apache.spark.sql.hbase.bulkload

import org.apache.spark.sql.connector.write.WriterCommitMessage

/**
 * A store file that a task has written and HBase has not taken over yet.
 *
 * @param family in the notation of [[org.apache.spark.sql.hbase.schema.CellNames]]
 * @param path below the folder of the job
 * @param firstRow its first row key, in the same notation
 */
private[bulkload] final case class StagedFile(
    family: String,
    path: String,
    bytes: Long,
    firstRow: String,
    lastRow: String
)

/**
 * The files that one task has written.
 *
 * @param task its number, which is that of its part of the rows
 */
private[bulkload] final case class StagedRows(task: Int, rows: Long, files: Seq[StagedFile]) extends WriterCommitMessage

/** The result of one bulk load. */
final case class BulkLoadResult(rows: Long, files: Int, bytes: Long)

private[hbase] object BulkLoadResult {

  /** The classes of what tasks tell the driver. */
  val classesOfTasks: Seq[Class[_]] = Seq(classOf[StagedRows], classOf[StagedFile])
}
