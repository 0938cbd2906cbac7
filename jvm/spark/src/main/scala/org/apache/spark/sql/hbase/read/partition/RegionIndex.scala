package org.apache.spark.sql.hbase.read.partition

import java.util

import org.apache.spark.sql.hbase.client.cluster.RegionSpan

/**
 * Finds the region of a row key. Immutable.
 *
 * @param regions of a table in row-key order, at least one
 */
private[read] final class RegionIndex(regions: Seq[RegionSpan]) {
  private val starts = regions.map(_.startRow).toArray

  /** The position of the region that holds the row key. */
  def of(rowKey: Array[Byte]): Int = {
    val found = util.Arrays.binarySearch(starts, rowKey, RegionIndex.RowKeyOrder)
    if (found >= 0) found else math.max(0, -found - 2)
  }
}

private[read] object RegionIndex {
  private val RowKeyOrder: util.Comparator[Array[Byte]] = (a, b) => util.Arrays.compareUnsigned(a, b)
}
