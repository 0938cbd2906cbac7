package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableInfo}

/** A catalog that has CREATE TABLE ... LIKE, for which Spark asks since 4.2. */
private[hbase] trait LikeShim extends DeclaringCatalog {
  override def createTableLike(ident: Identifier, info: TableInfo, source: Table): Table =
    createLike(ident, DeclaringShim.declared(info), source)
}

private[hbase] object LikeShim {

  /**
   * Gives a parsed CREATE TABLE ... LIKE the names of its two tables: of the new one and of its source. None: Spark plans
   * the statement for tables of any catalog.
   */
  val named: Option[(LogicalPlan, LogicalPlan, LogicalPlan) => LogicalPlan] = None
}
