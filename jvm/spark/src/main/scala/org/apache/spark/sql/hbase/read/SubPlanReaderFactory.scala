package org.apache.spark.sql.hbase.read

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.hbase.client.ClusterSettings
import org.apache.spark.sql.types.StructType

/**
 * Travels to the tasks: what all input partitions of a scan have in common.
 *
 * @param conditions a sub-plan whose filters leave out rows that nobody wants
 */
private[read] final case class SubPlanReaderFactory(
    settings: ClusterSettings,
    hbaseTable: String,
    subPlan: Array[Byte],
    conditions: Array[Byte],
    readSchema: StructType,
    conf: ReadConf
) extends PartitionReaderFactory {

  override def createReader(partition: InputPartition): PartitionReader[InternalRow] =
    new SubPlanPartitionReader(this, partition.asInstanceOf[HBaseInputPartition])
}
