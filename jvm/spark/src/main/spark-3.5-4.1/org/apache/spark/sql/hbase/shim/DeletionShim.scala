package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.connector.catalog.SupportsDeleteV2
import org.apache.spark.sql.connector.metric.{CustomMetric, CustomTaskMetric}

/** A table that counts what its deletions do, for which Spark asks since 4.2. */
trait DeletionShim extends SupportsDeleteV2 {
  def supportedCustomMetrics(): Array[CustomMetric]
  def reportDriverMetrics(): Array[CustomTaskMetric]
}
