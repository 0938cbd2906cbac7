package org.apache.spark.sql.hbase.plan.statement

import scala.collection.mutable

import org.apache.spark.RangePartitioner
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project, V2WriteCommand}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.hbase.schema.{SchemaJson, TableSchema}
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.hbase.table.StagedHBaseTable
import org.apache.spark.sql.hbase.write.encode.RowKeyEncoder
import org.apache.spark.unsafe.types.UTF8String

/**
 * Splits the HBase table of a CREATE TABLE ... AS SELECT whose property `hbase.splits` is `sampled`, before its first
 * row is written. The query runs once for a sample of its row keys, as Spark does to sort rows.
 */
final class SplitBySample(session: SparkSession) extends Rule[LogicalPlan] {
  import SplitBySample._

  override def apply(plan: LogicalPlan): LogicalPlan = {
    plan match {
      case write: V2WriteCommand if write.query.resolved =>
        Some(write.table).collect { case relation: DataSourceV2Relation => relation.table }.foreach {
          case table: StagedHBaseTable =>
            table.sampledRegions.foreach(regions => table.split(splits(write.query, table.tableSchema, regions)))
          case _ =>
        }
      case _ =>
    }
    plan
  }

  private def splits(query: LogicalPlan, table: TableSchema, regions: Int): Array[Array[Byte]] = {
    val keys = table.keyColumns.map(c => query.output(table.columns.indexOf(c)))
    val rows = session.sessionState.executePlan(Project(keys, query)).toRdd
    bounds(rows.mapPartitions(encoded(SchemaJson.whole(table))), regions)
  }
}

object SplitBySample {

  /** As many as Spark takes for each partition of a sort. */
  private val KeysPerRegion = 60

  private def encoded(table: String)(
      rows: Iterator[org.apache.spark.sql.catalyst.InternalRow]
  ): Iterator[UTF8String] = {
    val schema = SchemaJson.readWhole(table)
    val encoder = new RowKeyEncoder(schema, schema.keyColumns.indices.toArray)
    // Texts compare as their bytes do, unsigned.
    rows.map(row => UTF8String.fromBytes(encoder.encode(row)))
  }

  /** Row keys that cut the given ones into parts of about the same size. */
  private[plan] def bounds(rowKeys: RDD[UTF8String], regions: Int): Array[Array[Byte]] = {
    val perPartition = math.ceil(1.0 * KeysPerRegion * regions / math.max(1, rowKeys.getNumPartitions)).toInt
    val (_, sketched) = RangePartitioner.sketch(rowKeys, perPartition)
    val weighed = mutable.ArrayBuffer.empty[(UTF8String, Float)]
    sketched.foreach { case (_, rows, sample) =>
      sample.foreach(rowKey => weighed += rowKey -> (rows.toDouble / sample.length).toFloat)
    }
    if (weighed.isEmpty) Array.empty else RangePartitioner.determineBounds(weighed, regions).map(_.getBytes)
  }
}
