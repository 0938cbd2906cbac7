package org.apache.spark.sql.hbase.function

import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException
import org.apache.spark.sql.connector.catalog.{FunctionCatalog, Identifier}
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction

/** The functions of the catalog, in no namespace. */
private[hbase] trait HBaseFunctions extends FunctionCatalog {
  override def listFunctions(namespace: Array[String]): Array[Identifier] =
    if (namespace.isEmpty) HBaseFunctions.all.map(f => Identifier.of(namespace, f.name())).toArray else Array.empty

  override def loadFunction(ident: Identifier): UnboundFunction =
    HBaseFunctions.all
      .find(f => ident.namespace.isEmpty && ident.name.equalsIgnoreCase(f.name()))
      .getOrElse(throw new NoSuchFunctionException(ident))
}

private[hbase] object HBaseFunctions {
  private val all: Seq[UnboundFunction] = Seq(BucketFunction, RowKeyFunction)
}
