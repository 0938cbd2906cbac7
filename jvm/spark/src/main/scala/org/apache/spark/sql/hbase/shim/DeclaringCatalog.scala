package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.connector.catalog.{Identifier, StagedTable, StagingTableCatalog, Table}

/** A catalog that makes tables as statements declare them. */
private[hbase] trait DeclaringCatalog extends StagingTableCatalog {
  private[hbase] def create(ident: Identifier, declared: TableDeclaration): Table

  /** Creates a table like another, of which it takes what the statement does not say. */
  private[hbase] def createLike(ident: Identifier, declared: TableDeclaration, source: Table): Table

  private[hbase] def stage(ident: Identifier, declared: TableDeclaration, change: DeclaringCatalog.Change): StagedTable
}

private[hbase] object DeclaringCatalog {

  /** A change by a statement that goes on to write rows. */
  sealed trait Change
  case object Create extends Change
  case object Replace extends Change
  case object CreateOrReplace extends Change
}
