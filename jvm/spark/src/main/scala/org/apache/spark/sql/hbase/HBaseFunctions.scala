package org.apache.spark.sql.hbase

import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException
import org.apache.spark.sql.connector.catalog.{FunctionCatalog, Identifier}
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction
import org.apache.spark.sql.hbase.catalog.BucketFunction

/** The functions of the catalog, in no namespace. */
private[hbase] trait HBaseFunctions extends FunctionCatalog {
  override def listFunctions(namespace: Array[String]): Array[Identifier] =
    if (namespace.isEmpty) Array(Identifier.of(namespace, BucketFunction.name())) else Array.empty

  override def loadFunction(ident: Identifier): UnboundFunction =
    if (ident.namespace.isEmpty && ident.name.equalsIgnoreCase(BucketFunction.name())) BucketFunction
    else throw new NoSuchFunctionException(ident)
}
