package org.apache.spark.sql.hbase.procedure

import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.hbase.shim.ProcedureShim

/** A procedure `CALL <catalog>.system.<name>(...)`. */
private[hbase] trait CatalogProcedure extends ProcedureShim {
  final def identifier: Identifier = Identifier.of(Array(CatalogProcedure.Namespace), name())

  final def isNamed(ident: Identifier): Boolean =
    ident.namespace.sameElements(identifier.namespace) && ident.name.equalsIgnoreCase(name())
}

private[hbase] object CatalogProcedure {
  val Namespace = "system"
}
