package org.apache.spark.sql.hbase.read

import java.io.IOException

import scala.jdk.CollectionConverters._

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.client.cluster.{RegionLocations, RegionSizes, RegionSpan}
import org.apache.spark.sql.hbase.client.probe.RegionSplitPoints
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.conf.ReadConf
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.read.partition.{
  BucketPartition,
  BucketPartitions,
  Bucketing,
  HBaseInputPartition,
  InputPartitions,
  SizedRange
}

/**
 * Finds the key ranges that the tasks of a scan read: the regions of the table that can hold wanted rows. Large regions
 * are cut into several ranges, so that all cores have something to do if regions are few. Asks HBase; used on the
 * driver when a query starts.
 *
 * @param keys the row keys of all rows that are wanted
 * @param planBytes size of the sub-plan
 * @param splitPoints asks region servers where to cut regions
 */
private[read] final class RangePlanner(
    locations: RegionLocations,
    table: ScannedTable,
    keys: KeyRanges,
    planBytes: Int,
    conf: ReadConf,
    splitPoints: (RegionLocations.Sized, Seq[RegionSplitPoints.Request]) => Seq[Seq[Array[Byte]]]
) extends Logging {
  import RangePlanner._

  def plan(parallelism: Int): Seq[HBaseInputPartition] = divided(wantedRegions(parallelism), parallelism)

  /**
   * Plans tasks of one bucket each.
   *
   * @param isOneTaskEach of the buckets
   */
  def planBuckets(bucketing: Bucketing, isOneTaskEach: Boolean, parallelism: Int): Seq[BucketPartition] = {
    val wanted = wantedRegions(parallelism)
    BucketPartitions.of(bucketing, wanted.regions.flatMap(wanted.parts), keys) { ofBucket =>
      if (isOneTaskEach) InputPartitions.together(ofBucket)
      else divided(WantedRegions(ofBucket, wanted.shortBytes, Seq(_)), math.max(1, parallelism / bucketing.buckets))
    }
  }

  private def divided(wanted: WantedRegions, parallelism: Int): Seq[HBaseInputPartition] =
    if (conf.regionsPerTask > 0) InputPartitions.byCount(wanted.regions.flatMap(wanted.parts), conf.regionsPerTask)
    else InputPartitions.bySize(wanted.regions, parallelism, wanted.shortBytes, wanted.parts)

  private def wantedRegions(parallelism: Int): WantedRegions =
    if (conf.regionsPerTask > 0) {
      val regions = TableRegions.of(locations, table, conf.partitionExpirationSeconds)
      WantedRegions(regions.map(SizedRange.of(_, 1)), 0, _.within(keys, planBytes))
    } else {
      val sized = TableRegions.sized(locations, table, conf.partitionExpirationSeconds)
      val regions = wanted(sized.regions.asScala.toVector)
      Option(sized.sizes.orElse(null)) match {
        case None => WantedRegions(regions.map(SizedRange.of(_, 1)), 0, _.within(keys, planBytes))
        case Some(sizes) => wantedRegions(sized, regions, sizes, parallelism)
      }
    }

  private def wanted(regions: Seq[RegionSpan]): Seq[RegionSpan] =
    regions.filter(region => keys.reachInto(region.startRow, region.stopRow))

  private def wantedRegions(
      sized: RegionLocations.Sized,
      regions: Seq[RegionSpan],
      sizes: RegionSizes,
      parallelism: Int
  ): WantedRegions = {
    val whole = regions.map(region => SizedRange.of(region, sizes.of(region)))
    val large = if (mayCut) toCut(whole, conf.bytesPerRange, parallelism) else Map.empty[SizedRange, Int]
    val requests = regions.zip(whole).collect {
      case (region, range) if large.contains(range) => range -> new RegionSplitPoints.Request(region, large(range))
    }
    val pieces = ask(sized, requests).map { case (range, at) =>
      range -> range.within(keys, planBytes).flatMap(cut(_, at))
    }
    val arePieces = pieces.values.flatten.toSet
    WantedRegions(
      whole.flatMap(range => pieces.getOrElse(range, Seq(range))),
      if (mayCut) shortBytes(conf.bytesPerRange) else 0,
      range => if (arePieces(range)) Seq(range) else range.within(keys, planBytes)
    )
  }

  private def cut(range: SizedRange, at: Seq[Array[Byte]]): Seq[SizedRange] = {
    val inside = at.filter(range.range.holdsInside)
    if (inside.isEmpty) Seq(range)
    else range.cutAt(inside).filter(piece => keys.reachInto(piece.range.startRow, piece.range.stopRow))
  }

  /** The region servers' coprocessor tells where to cut; without it no core is done soon. */
  private def mayCut: Boolean = conf.bytesPerRange > 0 && conf.mode != CoprocessorMode.OFF

  private def ask(
      sized: RegionLocations.Sized,
      requests: Seq[(SizedRange, RegionSplitPoints.Request)]
  ): Map[SizedRange, Seq[Array[Byte]]] =
    if (requests.isEmpty) Map.empty
    else
      try requests.map(_._1).zip(splitPoints(sized, requests.map(_._2))).toMap
      catch {
        case e: IOException =>
          logInfo(s"Large regions of HBase table ${table.hbaseTable} are read by one task each: ${e.getMessage}")
          Map.empty
      }
}

private[read] object RangePlanner {

  /**
   * Regions with wanted rows, large ones in pieces.
   *
   * @param shortBytes as in [[InputPartitions.bytesPerTask]]; 0 where sizes are not known
   * @param parts of one of them: its ranges with such rows, of which there may be a million in all
   */
  private final case class WantedRegions(
      regions: Seq[SizedRange],
      shortBytes: Long,
      parts: SizedRange => Seq[SizedRange]
  )

  /** A core that reads so many ranges of the smallest size as one task is done soon. */
  private val ShortRanges = 16

  private def shortBytes(minBytes: Long): Long = ShortRanges * minBytes

  /** A region that is less larger than a range is left whole. */
  private val WorthACut = 1.5

  /** The coprocessor makes no more of one region. */
  private val MaxRanges = 1024L

  /**
   * The regions to cut, and into how many ranges, at least two.
   *
   * @param minBytes positive; a range of less costs more to start than it gains
   */
  def toCut(regions: Seq[SizedRange], minBytes: Long, parallelism: Int): Map[SizedRange, Int] = {
    val wanted = math.max(minBytes, InputPartitions.bytesPerTask(regions, parallelism, shortBytes(minBytes)))
    regions
      .filter(_.bytes >= WorthACut * wanted)
      .map { region =>
        val ranges = math.min(math.round(region.bytes / wanted), region.bytes / minBytes)
        region -> math.min(MaxRanges, ranges).toInt
      }
      .filter(_._2 > 1)
      .toMap
  }
}
