package org.apache.spark.sql.hbase.bulkload

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.conf.WrittenNulls
import org.apache.spark.sql.hbase.schema.{Layout, TableSchema}
import org.apache.spark.sql.hbase.write.RowMutations

/**
 * What the rows of a bulk load are: as bytes that a sorter can move, then as cells of store files. Reuses its buffers; not
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

private[bulkload] object LoadedRows {

  /**
   * @param families of the HBase table, by number
   * @param output takes HBase rows and their cells, as [[RowCells]] makes them of them
   */
  def of(table: TableSchema, nulls: WrittenNulls, timestamp: Long, loadId: Long, families: Seq[Array[Byte]])(
      output: (Array[Byte], Array[Byte]) => Unit
  ): LoadedRows = table.layout match {
    case Layout.Columnar => new GroupedRows(table, timestamp, loadId, new RowCells(families), output)
    case Layout.Packed | Layout.Columns => new SingleRows(table, nulls, timestamp, new RowCells(families), output)
  }

  /** Each row is an HBase row. */
  private final class SingleRows(
      table: TableSchema,
      nulls: WrittenNulls,
      timestamp: Long,
      cells: RowCells,
      output: (Array[Byte], Array[Byte]) => Unit
  ) extends LoadedRows {
    private val mutations = new RowMutations(table, timestamp, nulls)

    override def rowKey(row: InternalRow): Array[Byte] = mutations.rowKey(row)

    override def encode(rowKey: Array[Byte], row: InternalRow): Array[Byte] = {
      cells.add(mutations.put(rowKey, row))
      cells.take()
    }

    override def write(rowKey: Array[Byte], encoded: Array[Byte]): Unit = output(rowKey, encoded)

    override def finish(): Unit = ()
  }
}
