package org.apache.spark.sql.hbase.bulkload

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.conf.WrittenNulls
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.write.encode.RowMutations

/** Each row is an HBase row. */
private[bulkload] final class SingleRows(
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
