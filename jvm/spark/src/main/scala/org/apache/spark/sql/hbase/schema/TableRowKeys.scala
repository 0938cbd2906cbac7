package org.apache.spark.sql.hbase.schema

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.codec.rowkey.{KeyPart, RowKeyCodec}
import org.apache.spark.sql.hbase.shim.Optionals._

/** Row keys of Spark rows. */
object TableRowKeys {

  /** @throws IllegalArgumentException when these columns cannot be told apart in a row key */
  def codec(keyColumns: Seq[ColumnMapping]): RowKeyCodec = new RowKeyCodec(keyColumns.map { c =>
    val place = c.place.asInstanceOf[Place.Key]
    new KeyPart(c.sqlType, place.encoding, place.descending, place.form)
  }.asJava)

  /** Reads and writes the row keys of a table. */
  def codec(table: TableSchema): RowKeyCodec =
    new RowKeyCodec(codec(table.keyColumns).parts, table.keyPrefix.toJava)

  /**
   * Returns the prefix of row keys whose first columns have the given values.
   *
   * @param values one per column, in row-key order; at most as many as there are columns
   */
  def prefix(keyColumns: Seq[ColumnMapping], values: InternalRow): Array[Byte] = {
    val builder = codec(keyColumns).newBuilder()
    keyColumns.take(values.numFields).zipWithIndex.foreach { case (c, i) =>
      CatalystValues.putter(c.sqlType)(values, i, builder)
    }
    builder.toPrefix
  }
}
