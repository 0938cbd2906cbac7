package org.apache.spark.sql.hbase.bulkload

import org.apache.spark.sql.catalyst.InternalRow

/**
 * The rows of a bulk load: as bytes that a sorter can move, then as cells of store files. Reuses its buffers; not
 * thread-safe.
 */
private[bulkload] trait LoadedRows {
  def rowKey(row: InternalRow): Array[Byte]

  /** The rest of a row whose row key is known. */
  def encode(rowKey: Array[Byte], row: InternalRow): Array[Byte]

  /**
   * Hands on a row, or holds it back for others.
   *
   * @param rowKey greater than that of the row before
   * @param encoded as [[encode]] made it
   */
  def write(rowKey: Array[Byte], encoded: Array[Byte]): Unit

  /** Hands on what is held back. */
  def finish(): Unit
}
