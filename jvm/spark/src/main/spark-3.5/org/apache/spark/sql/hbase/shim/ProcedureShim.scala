package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.StructType

/** A procedure as [[CallCommand]] calls it. */
private[hbase] trait ProcedureShim extends Procedure {
  private[shim] def parameters: Seq[Parameter] = arguments

  private[shim] def schema: StructType = output

  private[shim] def call(arguments: InternalRow): InternalRow = run(arguments)
}
