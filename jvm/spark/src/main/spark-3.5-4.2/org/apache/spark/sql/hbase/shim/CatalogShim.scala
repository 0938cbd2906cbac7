package org.apache.spark.sql.hbase.shim

/** Asks a catalog for a table: Spark before 4.3 tells it the time of AS OF, and no options. */
trait CatalogShim extends ReadableCatalog

object CatalogShim {

  /** Whether Spark tells a catalog the options of a read. */
  val tellsReadOptions: Boolean = false
}
