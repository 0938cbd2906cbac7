package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.analysis.TimeTravelSpec
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCatalog}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** A catalog whose tables depend on the time and the options of a read. */
private[hbase] trait ReadableCatalog extends TableCatalog {

  /** Names of the options that choose what a table is. */
  private[hbase] def stateOptions: Seq[String]

  /** Loads a table for a read. */
  private[hbase] def loadRead(
      ident: Identifier,
      asOf: Option[TimeTravelSpec],
      options: CaseInsensitiveStringMap
  ): Table
}
