package org.apache.spark.sql.hbase.shim

import java.util

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.catalog.procedures.{BoundProcedure, ProcedureParameter, UnboundProcedure}
import org.apache.spark.sql.connector.read.{LocalScan, Scan}
import org.apache.spark.sql.types.StructType

/** A procedure as Spark calls it since 4.0. */
private[hbase] trait ProcedureShim extends Procedure with UnboundProcedure with BoundProcedure {

  override def parameters(): Array[ProcedureParameter] = arguments.map { argument =>
    val parameter = ProcedureParameter.in(argument.name, argument.dataType).comment(argument.comment)
    argument.default.fold(parameter)(parameter.defaultValue).build()
  }.toArray

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
