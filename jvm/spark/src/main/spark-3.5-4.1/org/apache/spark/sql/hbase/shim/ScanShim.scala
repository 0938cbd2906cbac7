package org.apache.spark.sql.hbase.shim

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReaderFactory}
import org.apache.spark.sql.execution.datasources.v2.{BatchScanExec, DataSourceRDD}

/** Parts of scans that have other members in other lines of Spark. */
object ScanShim {

  /** Returns the leaf, which keeps the expressions of its buckets if they hold the condition. */
  def keepBuckets(leaf: BatchScanExec)(condition: Seq[Expression] => Boolean): BatchScanExec =
    leaf.copy(spjParams =
      leaf.spjParams.copy(keyGroupedPartitioning = leaf.spjParams.keyGroupedPartitioning.filter(condition))
    )

  /** Returns the rows of partitions, one task for each. */
  def rows(
      context: SparkContext,
      partitions: Seq[InputPartition],
      readers: PartitionReaderFactory
  ): RDD[InternalRow] = new DataSourceRDD(context, partitions.map(Seq(_)), readers, false, Map.empty)
}
