package org.apache.spark.sql.hbase.conf

import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.internal.SQLConf

/** The table as a query reads it, in the mode that the query or the table chooses. */
object DecodedTable {

  /** @param query the choice of the query's options, from `Choice.Decoding` */
  def of(table: TableSchema, query: Option[Chosen[DecodeMode]]): TableSchema =
    Choice.Decoding.of(query, table.properties, SQLConf.get).value.read(table)

  /** Refuses a mode among the table's properties in which no query can read it. */
  def check(table: TableSchema): Unit = of(table, query = None)
}
