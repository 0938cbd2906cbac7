package org.apache.spark.sql.hbase.read.reader

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.Connection

import org.apache.spark.QueryContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.client.point.{PointReader, PointRequest}
import org.apache.spark.sql.hbase.client.scan.{SubPlanReader, SubPlanRequest, TimeBounds}
import org.apache.spark.sql.hbase.conf.ReadConf
import org.apache.spark.sql.hbase.engine.keyrange.ResidualPlan
import org.apache.spark.sql.hbase.read.partition.{BucketPartition, HBaseInputPartition, PointInputPartition, RowRange}
import org.apache.spark.sql.hbase.read.report.{RangeWork, ReadMetrics}
import org.apache.spark.sql.hbase.wire.plan.{PlanException, SubPlans}
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.CollectionAccumulator

/**
 * Travels to the tasks: what all input partitions of a scan have in common.
 *
 * @param sentWhole the sub-plan is somebody else's, and goes to the region servers as it is
 * @param conditions a sub-plan whose filters leave out rows that nobody wants
 * @param times cells outside of them do not count
 * @param none the state of an aggregation over no rows, where each task must give one; see [[CountingReader]]
 * @param contexts the places of calls in the text of the query, by their numbers in the sub-plan
 * @param work is told what was done for each key range
 */
private[read] final case class SubPlanReaderFactory(
    settings: ClusterSettings,
    hbaseTable: String,
    subPlan: Array[Byte],
    sentWhole: Boolean,
    conditions: Array[Byte],
    readSchema: StructType,
    conf: ReadConf,
    times: TimeBounds,
    none: Option[Array[Any]],
    contexts: Map[Int, QueryContext],
    work: Option[CollectionAccumulator[RangeWork.Sent]]
) extends PartitionReaderFactory {

  override def createReader(partition: InputPartition): PartitionReader[InternalRow] = partition match {
    case scanned: HBaseInputPartition =>
      val metrics = new ReadMetrics.Task(scanned.ranges.count(_.beginsRegion), scanned.ranges.length)
      val plans = residual
      reader(metrics)(connection => scanned.ranges.iterator.map(scan(connection, plans, _)))
    case points: PointInputPartition =>
      val metrics = new ReadMetrics.Task(points.regions, 0)
      reader(metrics)(connection => Iterator.single(points.rowKeys).map(gets(connection, _)))
    case BucketPartition(rows, _) => createReader(rows)
  }

  private def reader(
      metrics: ReadMetrics.Task
  )(parts: Connection => Iterator[OpenPart]): PartitionReader[InternalRow] = {
    val found = new SubPlanPartitionReader(settings, contexts, readSchema, conf.framesAhead, work, metrics, parts)
    none.fold[PartitionReader[InternalRow]](found)(new CountingReader(found, readSchema, _))
  }

  /** Makes the function that simplifies the sub-plan for a key range. */
  private def residual: RowRange => Array[Byte] =
    if (sentWhole) _ => subPlan
    else
      try {
        val whole = SubPlans.parse(subPlan)
        val plan = ResidualPlan.of(whole)
        range => {
          val rest = plan.within(range.startRow, range.stopRow)
          if (rest eq whole) subPlan else rest.toByteArray
        }
      } catch {
        // Whoever runs the plan says what is wrong with it.
        case _: PlanException => _ => subPlan
      }

  private def scan(connection: Connection, plans: RowRange => Array[Byte], range: RowRange): OpenPart = {
    val (start, stop) = (range.startRow, range.stopRow)
    val request = new SubPlanRequest(tableName, plans(range), start, stop, conf.readerOptions, conditions, times)
    OpenPart(SubPlanReader.open(connection, request), Some(start))
  }

  private def gets(connection: Connection, rowKeys: Array[Array[Byte]]): OpenPart = OpenPart(
    PointReader.open(connection, new PointRequest(tableName, subPlan, rowKeys.toSeq.asJava, conf.readerOptions, times)),
    startRow = None
  )

  private def tableName: TableName = TableName.valueOf(hbaseTable)
}
