package org.apache.spark.sql.hbase.read.partition

import org.apache.spark.sql.hbase.client.cluster.RegionSpan
import org.apache.spark.sql.hbase.engine.keyrange.KeyRanges

/**
 * A key range of one region.
 *
 * @param host its region server, empty while the region is in transition
 * @param bytes about how much is stored there, at least 1; the same for all where HBase does not tell
 */
private[read] final case class SizedRange(range: RowRange, host: String, bytes: Long) {

  /** Splits the range at keys, which lie strictly inside and ascend. */
  def cutAt(keys: Seq[Array[Byte]]): Seq[SizedRange] = {
    val starts = range.startRow +: keys
    val stops = keys :+ range.stopRow
    starts.zip(stops).zipWithIndex.map { case ((start, stop), i) =>
      SizedRange(RowRange(start, stop, range.beginsRegion && i == 0), host, math.max(1, bytes / starts.size))
    }
  }

  /**
   * The parts that hold the wanted row keys; what lies between parts is worth a scan of its own for each.
   *
   * @param planBytes size of the sub-plan, which each scan sends
   */
  def within(keys: KeyRanges, planBytes: Int): Seq[SizedRange] = {
    val parts = keys.within(range.startRow, range.stopRow, SizedRange.partsWorthAScan(bytes, planBytes))
    val count = parts.size
    Vector.tabulate(count) { i =>
      val part = parts.get(i)
      val rows = RowRange(part.start, Option(part.stop).getOrElse(Array.empty), range.beginsRegion && i == 0)
      SizedRange(rows, host, math.max(1, bytes / count))
    }
  }
}

private[read] object SizedRange {

  /** About what a region server reads from memory while a client opens one more scan. */
  private val BytesPerScan = 1L << 20

  /**
   * About what it reads meanwhile for each byte of the sub-plan. A list of 25,000 values took it two milliseconds a
   * scan to get and to prepare.
   */
  private val BytesPerPlanByte = 256L

  private val MaxParts = 1024L

  private def partsWorthAScan(bytes: Long, planBytes: Int): Int =
    math.max(1, math.min(MaxParts, bytes / (BytesPerScan + BytesPerPlanByte * planBytes))).toInt

  def of(region: RegionSpan, bytes: Long): SizedRange =
    SizedRange(RowRange(region.startRow, region.stopRow, beginsRegion = true), region.host, math.max(1, bytes))
}
