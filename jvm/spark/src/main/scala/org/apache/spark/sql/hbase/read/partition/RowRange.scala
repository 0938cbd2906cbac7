package org.apache.spark.sql.hbase.read.partition

import java.util

/**
 * Rows `[startRow, stopRow)`; empty is the start, or the end, of the table.
 *
 * @param beginsRegion false for the second and later ranges of a region that was cut
 */
final case class RowRange(startRow: Array[Byte], stopRow: Array[Byte], beginsRegion: Boolean) extends Serializable {

  /** True for a row behind the first one. */
  private[read] def holdsInside(row: Array[Byte]): Boolean =
    util.Arrays.compareUnsigned(startRow, row) < 0 && (stopRow.isEmpty || util.Arrays.compareUnsigned(row, stopRow) < 0)
}
