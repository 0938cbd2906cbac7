package org.apache.spark.sql.hbase.read.reader

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{GenericInternalRow, UnsafeProjection}
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.read.PartitionReader
import org.apache.spark.sql.types.StructType

/**
 * Reads the state of an aggregation over no rows behind the states that another reader has. Without our extensions Spark adds
 * up the counts of a scan. It takes the sum of no counts for NULL, so a task that finds no row must say 0.
 *
 * @param none a value for each column: 0 for a count, NULL for others
 */
private[read] final class CountingReader(found: PartitionReader[InternalRow], schema: StructType, none: Array[Any])
    extends PartitionReader[InternalRow] {
  private var isBehind = false

  override def next(): Boolean =
    if (isBehind) false
    else {
      isBehind = !found.next()
      true
    }

  override def get(): InternalRow =
    if (isBehind) UnsafeProjection.create(schema).apply(new GenericInternalRow(none)) else found.get()

  override def currentMetricsValues(): Array[CustomTaskMetric] = found.currentMetricsValues()

  override def close(): Unit = found.close()
}
