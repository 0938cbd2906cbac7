package org.apache.spark.sql.hbase.catalog

import org.apache.spark.sql.connector.catalog.{Identifier, SupportsNamespaces}
import org.apache.spark.sql.hbase.shim.CatalogShim

/** A catalog of HBase tables as rules and procedures know it. `HBaseCatalog`, which starts them, is the only one. */
private[hbase] trait HBaseTableCatalog extends CatalogShim with SupportsNamespaces {

  /** Collects statistics of the table, as `CALL system.analyze` does. */
  private[hbase] def analyze(table: Identifier): Unit
}

private[hbase] object HBaseTableCatalog {
  val DefaultNamespace = "default"
}
