package org.apache.spark.sql.hbase.catalog.systemtable

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.Connection

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

/** One kind of metadata table: its name behind that of the table, its columns, and its rows. */
private[hbase] trait MetadataTableKind {
  def name: String
  def columns: StructType

  /** The rows of one HBase table, asked of HBase now. */
  def rows(connection: Connection, table: TableName): Seq[InternalRow]

  protected final def text(value: String): UTF8String = UTF8String.fromString(value)
}
