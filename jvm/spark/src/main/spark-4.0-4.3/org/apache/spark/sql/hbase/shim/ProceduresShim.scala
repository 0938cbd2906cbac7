package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.connector.catalog.{Identifier, ProcedureCatalog}

/** A catalog that lists its procedures, for which Spark asks since 4.1: SHOW PROCEDURES. */
trait ProceduresShim extends ProcedureCatalog {
  def listProcedures(namespace: Array[String]): Array[Identifier]
}
