package org.apache.spark.sql.hbase.write

import java.util

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{SparkTypes, TableSchema}

/** Refuses two rows of one key among rows that come in row-key order. Not thread-safe. */
private[write] final class UniqueRowKeys(table: TableSchema) {
  private var last: Array[Byte] = _

  /** @param row with the table's columns, for the message */
  def check(rowKey: Array[Byte], row: InternalRow): Unit = {
    if (util.Arrays.equals(rowKey, last)) {
      val key =
        table.keyColumns.map(c => s"${c.name} = ${row.get(table.columns.indexOf(c), SparkTypes.toSpark(c.sqlType))}")
      throw HBaseErrors.DuplicateRowKey.runtime("table" -> table.fullName, "key" -> key.mkString(", "))
    }
    last = rowKey
  }
}
