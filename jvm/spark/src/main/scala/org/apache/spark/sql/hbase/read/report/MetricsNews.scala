package org.apache.spark.sql.hbase.read.report

import org.apache.spark.sql.execution.metric.CustomMetrics

/**
 * Tells whether Spark needs a reader's metrics when it asks for them. It asks after each hundred rows and at the end of
 * the task, but they change only with each frame. To make thirty numbers and merge them so often costs about as much as
 * to ship the rows. Numbers that Spark was told stay, except in a task of several readers. There the numbers of a
 * reader without news are missing until the next time. So at the end, before a hundred more rows, they are always
 * needed. Not thread-safe.
 */
private[read] final class MetricsNews {
  private var rowsTaken = 0
  private var hasNews = true

  /** Spark takes a row. */
  def rowTaken(): Unit = rowsTaken += 1

  /** Some number may have changed. */
  def counted(): Unit = hasNews = true

  /** To be called once whenever Spark asks. */
  def isAwaited: Boolean = {
    val isBetweenRows = rowsTaken >= CustomMetrics.NUM_ROWS_PER_UPDATE
    val isAwaited = hasNews || !isBetweenRows
    rowsTaken = 0
    hasNews = false
    isAwaited
  }
}
