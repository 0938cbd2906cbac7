package org.apache.spark.sql.hbase.read.report

import org.apache.spark.sql.connector.metric.{CustomMetric, CustomSumMetric, CustomTaskMetric}
import org.apache.spark.sql.hbase.client.scan.{FallbackReason, ReaderStatistics}
import org.apache.spark.sql.hbase.wire.proto.StopReason

/** The counters of a scan in Spark's SQL tab. Spark makes them by class name, so each is a class without arguments. */
object ReadMetrics {
  sealed abstract class Counter(metric: String, text: String, value: ReaderStatistics => Long) extends CustomSumMetric {
    override def name(): String = metric
    override def description(): String = text
    private[ReadMetrics] def of(statistics: ReaderStatistics): Long = value(statistics)
  }

  final class ServerRowsScanned
      extends Counter("hbaseServerRowsScanned", "rows scanned in region servers", _.serverRowsScanned)
  final class StoreFileRows
      extends Counter(
        "hbaseStoreFileRows",
        "rows read straight from store files",
        _.serverRowsFromStoreFiles
      )
  final class ColumnMemoryRows
      extends Counter(
        "hbaseColumnMemoryRows",
        "rows whose columns region servers had in memory",
        _.serverRowsFromMemory
      )
  final class LocalRowsScanned extends Counter("hbaseLocalRowsScanned", "rows scanned in Spark", _.localRowsScanned)
  final class Gets extends Counter("hbaseGets", "row keys asked for by gets", _.gets)
  final class GetCalls extends Counter("hbaseGetCalls", "batches of gets", _.getCalls)
  final class GetRows extends Counter("hbaseGetRows", "rows that gets found", _.getRows)
  final class GetCells extends Counter("hbaseGetCells", "cells that gets read", _.getCells)
  final class RowsReceived extends Counter("hbaseRowsReceived", "rows that crossed the wire", _.rowsReceived)
  final class BytesReceived extends Counter("hbaseBytesReceived", "bytes that crossed the wire", _.bytesReceived)
  final class PlanBytes extends Counter("hbasePlanBytes", "bytes of sub-plans sent", _.planBytes)
  final class Frames extends Counter("hbaseFrames", "result frames", _.frames)
  final class ServerSeeks extends Counter("hbaseServerSeeks", "seeks to the next key range", _.serverSeeks)
  final class ServerRowsSkipped
      extends Counter("hbaseServerRowsSkipped", "rows outside of the key ranges that were met", _.serverRowsSkipped)
  final class StoreFileBlocks extends Counter("hbaseStoreFileBlocks", "blocks of store files read", _.serverBlocks)
  final class StoreFileBlocksSkipped
      extends Counter(
        "hbaseStoreFileBlocksSkipped",
        "blocks of store files without a row that can pass",
        _.serverBlocksSkipped
      )
  final class ServerCells extends Counter("hbaseServerCells", "cells read in region servers", _.serverCellsScanned)
  final class ServerFlushes extends Counter("hbaseServerFlushes", "frames sent because of a bound", _.serverFlushes)
  final class MemoryFlushes
      extends Counter(
        "hbaseMemoryFlushes",
        "frames sent because groups filled the memory",
        _.frames(StopReason.MEMORY_BOUND)
      )
  final class TimeFlushes
      extends Counter("hbaseTimeFlushes", "frames sent because time had passed", _.frames(StopReason.TIME_BOUND))
  final class BytesFlushes
      extends Counter("hbaseBytesFlushes", "frames sent because they were full", _.frames(StopReason.BYTES_BOUND))
  final class RowsFiltered
      extends Counter("hbaseRowsFiltered", "rows scanned that a filter dropped", s => s.rowsScanned - s.rowsKept)
  final class UndecodableValues
      extends Counter(
        "hbaseUndecodableValues",
        "values read as NULL because their bytes do not decode",
        _.undecodableValues
      )
  final class ForeignRows
      extends Counter("hbaseForeignRows", "rows set aside because their row keys do not decode", _.foreignRows)
  final class MergedGroups
      extends Counter("hbaseMergedGroups", "groups whose rows were picked out by row key", _.mergedGroups)
  final class SkippedChunks extends Counter("hbaseSkippedChunks", "chunks without a row that can pass", _.skippedChunks)
  final class UnseenRows
      extends Counter(
        "hbaseUnseenRows",
        "rows that passed keys of a join unseen, because hardly any failed",
        _.unseenRows
      )
  final class ServerMillis extends Counter("hbaseServerMillis", "time in region servers (ms)", _.serverNanos / 1000000)
  final class ScanCalls extends Counter("hbaseScanCalls", "scan calls", _.rpcs)
  final class Reopens extends Counter("hbaseReopens", "scans opened again", _.reopens)
  final class UnusableFilters
      extends Counter(
        "hbaseUnusableFilters",
        "plain scans without their filter, because region servers cannot use it",
        _.unusableFilters
      )
  final class Fallbacks
      extends Counter("hbaseFallbacks", "key ranges computed in Spark instead of a region server", _.fallbacks.size)
  final class FallbacksMissing
      extends Counter(
        "hbaseFallbacksMissing",
        "key ranges of regions without the coprocessor",
        _.fallbacks(FallbackReason.COPROCESSOR_MISSING, FallbackReason.NOT_COVERED)
      )
  final class FallbacksOverloaded
      extends Counter(
        "hbaseFallbacksOverloaded",
        "key ranges for which a region server had no memory or time",
        _.fallbacks(FallbackReason.OVERLOADED)
      )
  final class FallbacksRefused
      extends Counter(
        "hbaseFallbacksRefused",
        "key ranges whose sub-plan a region server refused",
        _.fallbacks(FallbackReason.REFUSED)
      )

  final class Regions extends CustomSumMetric {
    override def name(): String = "hbaseRegions"
    override def description(): String = "regions read"
  }

  final class RegionsPruned extends CustomSumMetric {
    override def name(): String = "hbaseRegionsPruned"
    override def description(): String = "regions without wanted row keys, not asked"
  }

  final class Ranges extends CustomSumMetric {
    override def name(): String = "hbaseRanges"
    override def description(): String = "key ranges read"
  }

  private val counters: Array[Counter] = Array(
    new ServerRowsScanned,
    new StoreFileRows,
    new ColumnMemoryRows,
    new ServerSeeks,
    new ServerRowsSkipped,
    new StoreFileBlocks,
    new StoreFileBlocksSkipped,
    new ServerCells,
    new LocalRowsScanned,
    new Gets,
    new GetCalls,
    new GetRows,
    new GetCells,
    new RowsReceived,
    new BytesReceived,
    new PlanBytes,
    new Frames,
    new ServerFlushes,
    new MemoryFlushes,
    new TimeFlushes,
    new BytesFlushes,
    new RowsFiltered,
    new UndecodableValues,
    new ForeignRows,
    new MergedGroups,
    new SkippedChunks,
    new UnseenRows,
    new ServerMillis,
    new ScanCalls,
    new Reopens,
    new UnusableFilters,
    new Fallbacks,
    new FallbacksMissing,
    new FallbacksOverloaded,
    new FallbacksRefused
  )

  val all: Array[CustomMetric] = counters ++ Array[CustomMetric](new Regions, new RegionsPruned, new Ranges)

  /** Returns the metrics that the driver knows when it has planned the tasks. */
  def ofPlan(regionsPruned: Long): Array[CustomTaskMetric] = Array(Value("hbaseRegionsPruned", regionsPruned))

  /**
   * Sums the statistics of the readers of one task. Not thread-safe.
   *
   * @param regions that the task reads
   * @param ranges 0 for a task that reads single rows
   */
  final class Task(regions: Int, ranges: Int) {
    private val sums = new Array[Long](counters.length)

    def add(statistics: ReaderStatistics): Unit =
      counters.indices.foreach(i => sums(i) += counters(i).of(statistics))

    /** @param running statistics of the readers that are not finished */
    def values(running: Seq[ReaderStatistics]): Array[CustomTaskMetric] =
      counters.indices
        .map { i =>
          Value(counters(i).name(), sums(i) + running.map(counters(i).of).sum)
        }
        .toArray[CustomTaskMetric] ++ Array[CustomTaskMetric](
        Value("hbaseRegions", regions),
        Value("hbaseRanges", ranges)
      )
  }

  private final case class Value(override val name: String, override val value: Long) extends CustomTaskMetric
}
