package org.apache.spark.sql.hbase.read.estimate

import java.util.Arrays

import org.apache.spark.sql.hbase.client.cluster.{RegionLocations, RegionSizes, RegionSpan}
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges
import org.apache.spark.sql.hbase.schema.KeyPartSize
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * The amount that a scan will read. Spark broadcasts what it takes for small, so where nothing is known an estimate is
 * too large rather than too small. Immutable.
 *
 * @param rows None while the table was not analyzed and its key says nothing
 * @param bytes None where HBase does not tell
 */
private[read] final case class ScanEstimate(rows: Option[Long], bytes: Option[Long])

private[read] object ScanEstimate {

  /**
   * A table that was just created or never flushed reports zero; planning for nothing would broadcast anything. Of a table
   * that was analyzed it is known how many rows there were.
   */
  private val MinimumBytes = 1L << 20

  /**
   * A region with a few rows in memory and a few in store files reports so much: region servers round up to a MiB each. Of an
   * analyzed table the rows are a better estimate.
   */
  private val SmallRegionBytes = 2L << 20

  /** The most bytes by which all small regions together are taken for smaller: a table may have grown since it was analyzed. */
  private val MostRoundedBytes = 64L << 20

  /**
   * @param keys of the rows that are wanted
   * @param analyzed what is known of the whole table
   * @param rowBytes of one row as Spark holds it
   * @param shareOfRow how much of a row is read
   */
  final case class Input(keys: KeyRanges, analyzed: Option[Analyzed], rowBytes: Long, shareOfRow: Double)

  /**
   * @param rows of the table
   * @param keyParts of its HBase table
   * @param keys of all rows of the table, which may be a part of its HBase table
   */
  final case class Analyzed(rows: Long, keyParts: Seq[KeyPartSize], keys: KeyRanges = KeyRanges.ALL)

  def of(table: RegionLocations.Sized, input: Input): ScanEstimate = {
    val sizes = Option(table.sizes.orElse(null))
    val parts = input.analyzed.fold(IndexedSeq.empty[KeyPartSize])(_.keyParts.toIndexedSeq)
    val share = sizes.fold(1.0)(shareWanted(table.regions, _, parts, input.keys))
    val mostRows = input.keys.mostRows
    val analyzedRows = input.analyzed.map { analyzed =>
      val ofTable = sizes.fold(1.0)(shareWanted(table.regions, _, parts, analyzed.keys))
      math.ceil(analyzed.rows * (if (ofTable > 0) math.min(1, share / ofTable) else 1)).toLong
    }
    val leastBytes = analyzedRows.fold(MinimumBytes)(_ * input.rowBytes)
    val bytes = sizes.map { known =>
      val stored = if (input.analyzed.isDefined) known.sum - roundedUp(table.regions, known) else known.sum
      val read = math.max(leastBytes, (stored * share * input.shareOfRow).toLong)
      if (mostRows < read / input.rowBytes) math.max(1, mostRows * input.rowBytes) else read
    }
    val isBoundByKey = sizes.exists(known => mostRows <= known.sum * share / input.rowBytes)
    val rows = analyzedRows.map(math.min(mostRows, _)).orElse(Option.when(isBoundByKey)(mostRows))
    ScanEstimate(rows.map(math.max(1, _)), bytes.map(math.max(1, _)))
  }

  private def roundedUp(regions: java.util.List[RegionSpan], sizes: RegionSizes): Long = {
    var small = 0L
    regions.forEach { region =>
      val size = sizes.of(region)
      if (size <= SmallRegionBytes) small += size
    }
    math.min(small, MostRoundedBytes)
  }

  /**
   * Estimates the share of bytes with wanted rows: bytes in regions with wanted rows, and there only in parts with
   * some.
   */
  private def shareWanted(
      regions: java.util.List[RegionSpan],
      sizes: RegionSizes,
      parts: IndexedSeq[KeyPartSize],
      keys: KeyRanges
  ): Double =
    if (sizes.sum == 0 || keys.isAll) 1
    else {
      var wanted = 0.0
      regions.forEach { region =>
        if (keys.reachInto(region.startRow, region.stopRow)) {
          wanted += sizes.of(region) * shareOfRegion(region, parts, keys)
        }
      }
      wanted / sizes.sum
    }

  private def shareOfRegion(region: RegionSpan, parts: IndexedSeq[KeyPartSize], keys: KeyRanges): Double = {
    val inside = partsInside(region, parts)
    val starts = region.startRow +: inside.map(_.start)
    val stops = inside.map(_.start) :+ region.stopRow
    // The first one begins in a part before, of which nobody knows how much lies in this region.
    val bytes = inside.headOption.fold(1L)(_ => partAt(region.startRow, parts).bytes) +: inside.map(_.bytes)
    val wanted = starts.indices.filter(i => keys.reachInto(starts(i), stops(i))).map(bytes(_).toDouble).sum
    if (bytes.sum == 0) 1 else wanted / bytes.sum
  }

  /** Parts that start inside of the region, behind its first row. */
  private def partsInside(region: RegionSpan, parts: IndexedSeq[KeyPartSize]): IndexedSeq[KeyPartSize] = {
    val from = firstBehind(region.startRow, parts)
    val to = if (region.stopRow.isEmpty) parts.size else firstAtOrBehind(region.stopRow, parts)
    parts.slice(from, to)
  }

  private def partAt(row: Array[Byte], parts: IndexedSeq[KeyPartSize]): KeyPartSize =
    parts(math.max(0, firstBehind(row, parts) - 1))

  private def firstBehind(row: Array[Byte], parts: IndexedSeq[KeyPartSize]): Int =
    first(parts)(start => Arrays.compareUnsigned(start, row) > 0)

  private def firstAtOrBehind(row: Array[Byte], parts: IndexedSeq[KeyPartSize]): Int =
    first(parts)(start => Arrays.compareUnsigned(start, row) >= 0)

  /** Position of the first part for which that is true, as it is for all behind it. */
  private def first(parts: IndexedSeq[KeyPartSize])(isTrue: Array[Byte] => Boolean): Int = {
    var low = 0
    var high = parts.size
    while (low < high) {
      val middle = (low + high) >>> 1
      if (isTrue(parts(middle).start)) high = middle else low = middle + 1
    }
    low
  }
}
