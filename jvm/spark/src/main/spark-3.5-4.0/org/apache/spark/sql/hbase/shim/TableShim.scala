package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.connector.catalog.{CatalogV2Util, Table}
import org.apache.spark.sql.types.StructType

/** A table that says its ID, its version and its key, for which Spark asks since 4.1. */
private[hbase] trait TableShim extends Table {

  /** The columns of the primary key; none if rows share a key. */
  private[hbase] def declaredKey: Seq[String] = Nil

  override def schema(): StructType = CatalogV2Util.v2ColumnsToStructType(columns())

  def id(): String = null

  def version(): String = null
}
