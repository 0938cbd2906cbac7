package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableInfo}

/** A catalog that has CREATE TABLE ... LIKE, for which Spark asks since 4.2. */
private[hbase] trait LikeShim extends DeclaringCatalog {
  override def createTableLike(ident: Identifier, info: TableInfo, source: Table): Table =
    createLike(ident, DeclaringShim.declared(info), source)
}

private[hbase] object LikeShim {

  /** Whether Spark plans CREATE TABLE ... LIKE for tables of any catalog. */
  val isPlanned: Boolean = true
}
