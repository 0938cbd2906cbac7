package org.apache.spark.sql.hbase.procedure

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.connector.catalog.procedures.{BoundProcedure, UnboundProcedure}
import org.apache.spark.sql.connector.read.{LocalScan, Scan}
import org.apache.spark.sql.types.StructType

/** A procedure `CALL <catalog>.system.<name>(...)` that answers with one row. */
private[hbase] trait CatalogProcedure extends UnboundProcedure with BoundProcedure {

  /** The columns of the answer. */
  protected def output: StructType

  protected def run(arguments: InternalRow): InternalRow

  final def identifier: Identifier = Identifier.of(Array(CatalogProcedure.Namespace), name)

  final def isNamed(ident: Identifier): Boolean =
    ident.namespace.sameElements(identifier.namespace) && ident.name.equalsIgnoreCase(name)

  override def isDeterministic: Boolean = false

  override def bind(inputType: StructType): BoundProcedure = this

  override def call(arguments: InternalRow): util.Iterator[Scan] = {
    val answer = run(arguments)
    val schema = output
    val scan: Scan = new LocalScan {
      override def readSchema(): StructType = schema
      override def rows(): Array[InternalRow] = Array(answer)
    }
    Iterator(scan).asJava
  }
}

private[hbase] object CatalogProcedure {
  val Namespace = "system"
}
