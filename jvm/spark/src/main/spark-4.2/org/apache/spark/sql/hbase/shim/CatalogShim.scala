package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.analysis.TimeTravelSpec
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCatalog}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** Asks a catalog for a table: Spark 4.2 tells it the time of AS OF, and no options. */
trait CatalogShim extends TableCatalog {

  /** Names of the options that choose what a table is. */
  private[hbase] def stateOptions: Seq[String]

  /** Loads a table for a read. */
  private[hbase] def loadRead(
      ident: Identifier,
      asOf: Option[TimeTravelSpec],
      options: CaseInsensitiveStringMap
  ): Table
}

object CatalogShim {

  /** Whether Spark tells a catalog the options of a read. */
  val tellsReadOptions: Boolean = false
}
