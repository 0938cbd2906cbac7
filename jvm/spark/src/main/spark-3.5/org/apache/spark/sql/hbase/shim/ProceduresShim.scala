package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.connector.catalog.Identifier

/** A catalog with procedures, for which Spark asks since 4.0. */
trait ProceduresShim {
  private[hbase] def loadProcedure(ident: Identifier): ProcedureShim

  def listProcedures(namespace: Array[String]): Array[Identifier]
}
