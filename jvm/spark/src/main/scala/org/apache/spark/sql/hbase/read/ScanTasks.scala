package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName

import org.apache.spark.SparkContext
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReaderFactory}
import org.apache.spark.sql.hbase.client.cluster.{RegionLocations, SharedConnection}
import org.apache.spark.sql.hbase.client.probe.RegionSplitPoints
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.plan.catalyst.Placeholders
import org.apache.spark.sql.hbase.read.partition.{
  BucketPartition,
  BucketPartitions,
  ExecutorHosts,
  HBaseInputPartition,
  HostedPartition,
  PointInputPartition,
  PointPartitions
}
import org.apache.spark.sql.hbase.read.reader.SubPlanReaderFactory
import org.apache.spark.sql.hbase.read.report.FullScanCheck
import org.apache.spark.sql.hbase.wire.proto.AggregateFunction

/** Plans the tasks of a scan and their readers. Thread-safe. */
private[read] final class ScanTasks(read: SubPlanRead, explained: ScanReport) {
  import read.{bucketing, conf, keyConditions, keys, plan, table}

  /** @param isNarrowed Spark has told the scan something at run time */
  def partitions(isNarrowed: Boolean): Array[InputPartition] =
    HBaseCluster.use(read.settings) { shared =>
      if (Placeholders.areIn(plan))
        throw new IllegalStateException("Spark has not told the values of scalar subqueries")
      // Spark asks for the buckets of scans that it only shows, or narrows before it runs them.
      if (bucketing.isEmpty) checkFullScan()
      keys.ranges.ranges.asScala.headOption.foreach { first =>
        MappedFamilies.check(shared, read.settings, table, first.start)
      }
      val parallelism = SparkContext.getActive.fold(1)(_.defaultParallelism)
      val regions = TableRegions.of(shared.regionLocations, table, conf.partitionExpirationSeconds)
      // What Spark knows of the buckets must stay as it was: it takes fewer tasks of each, not more.
      val partitions: Seq[HostedPartition] = (keys.single, bucketing) match {
        case (Some(rowKeys), Some(_)) if isNarrowed => BucketPartitions.ofRowKeys(rowKeys, regions)
        case (Some(rowKeys), _) => PointPartitions.of(rowKeys, regions, parallelism)
        case (None, Some(buckets)) => planner(shared).planBuckets(buckets, isNarrowed, parallelism)
        case (None, None) => planner(shared).plan(parallelism)
      }
      read.lastRun.planned(regions, partitions.map(regionsOf).sum)
      // One that reads nothing gives the state that is wanted all the same.
      val atLeastOne =
        if (none.isEmpty || partitions.nonEmpty) partitions else Seq(HBaseInputPartition(Array.empty, ""))
      ExecutorHosts.ofDriver.place(atLeastOne).toArray
    }

  /** The state of an aggregation without keys over no rows. Without our extensions Spark needs one of each scan. */
  private lazy val none: Option[Array[Any]] = {
    val last = plan.getOperatorsList.asScala.lastOption.filter(_.hasAggregate).map(_.getAggregate)
    // Each function that such a session hands over has one column of states.
    last.filter(_.getGroupByCount == 0 && !conf.hasPlanner && table.schema.isDefined).map { aggregate =>
      aggregate.getCallsList.asScala
        .map(call => if (call.getFunction == AggregateFunction.COUNT) 0L else null)
        .toArray[Any]
    }
  }

  def readerFactory: PartitionReaderFactory = {
    if (bucketing.isDefined) checkFullScan()
    val planBytes = read.subPlan.toByteArray
    SubPlanReaderFactory(
      read.settings,
      table.hbaseTable,
      planBytes,
      sentWhole = table.schema.isEmpty,
      // The same array travels once.
      keyConditions.fold(planBytes)(_.toByteArray),
      read.readSchema,
      conf,
      table.time.bounds,
      none,
      read.report.contexts.byNumber,
      read.lastRun.work
    )
  }

  private def checkFullScan(): Unit = {
    val shown = explained.description
    if (shown.readsWholeTable && !FullScanCheck.endsEarly(plan)) FullScanCheck.check(conf.fullScan, shown)
  }

  private def planner(shared: SharedConnection): RangePlanner =
    new RangePlanner(
      shared.regionLocations,
      table,
      keys.ranges,
      plan.getSerializedSize,
      conf,
      splitPoints(shared, _, _)
    )

  private def splitPoints(
      shared: SharedConnection,
      sized: RegionLocations.Sized,
      requests: Seq[RegionSplitPoints.Request]
  ): Seq[Seq[Array[Byte]]] = {
    val families = plan.getTable.getFamiliesList.asScala
    val name = TableName.valueOf(table.hbaseTable)
    RememberedSplitPoints.ofDriver.of(sized, families.toSet, requests) { unknown =>
      RegionSplitPoints
        .ask(shared.connection, name, families.map(_.toByteArray).asJava, unknown.asJava)
        .asScala
        .map(_.asScala.toSeq)
        .toSeq
    }
  }

  private def regionsOf(partition: HostedPartition): Int = partition match {
    case scanned: HBaseInputPartition => scanned.ranges.count(_.beginsRegion)
    case points: PointInputPartition => points.regions
    case BucketPartition(rows, _) => regionsOf(rows)
  }
}
