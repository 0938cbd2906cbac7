package org.apache.spark.sql.hbase.read

import org.apache.spark.sql.hbase.client.RegionSpan

/**
 * A key range of one region.
 *
 * @param host its region server, empty while the region is in transition
 * @param bytes about how much is stored there, at least 1; the same for all where HBase does not tell
 */
private[read] final case class SizedRange(range: RowRange, host: String, bytes: Long) {

  /** The same rows in ranges that meet at the keys, which lie strictly inside and ascend. */
  def cutAt(keys: Seq[Array[Byte]]): Seq[SizedRange] = {
    val starts = range.startRow +: keys
    val stops = keys :+ range.stopRow
    starts.zip(stops).zipWithIndex.map { case ((start, stop), i) =>
      SizedRange(RowRange(start, stop, range.beginsRegion && i == 0), host, math.max(1, bytes / starts.size))
    }
  }
}

private[read] object SizedRange {
  def of(region: RegionSpan, bytes: Long): SizedRange =
    SizedRange(RowRange(region.startRow, region.stopRow, beginsRegion = true), region.host, math.max(1, bytes))
}
