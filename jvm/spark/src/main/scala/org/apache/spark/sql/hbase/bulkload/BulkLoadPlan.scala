package org.apache.spark.sql.hbase.bulkload

/**
 * The choices of one bulk load. Immutable.
 *
 * @param timestamp of all cells and delete markers
 * @param parent in which the folder is made; empty: where HBase says
 */
private[bulkload] final case class BulkLoadPlan(
    target: BulkLoadTarget,
    timestamp: Long,
    parallel: Boolean,
    parent: String
)
