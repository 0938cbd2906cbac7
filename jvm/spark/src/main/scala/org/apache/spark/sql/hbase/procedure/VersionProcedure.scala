package org.apache.spark.sql.hbase.procedure

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.hbase.wire.ProductVersion
import org.apache.spark.sql.types.{StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/** `CALL <catalog>.system.version()`: which build of this connector the session has. It asks HBase nothing. */
private[hbase] object VersionProcedure extends CatalogProcedure {
  override val name: String = "version"

  override val description: String = "The version of this connector in the session."

  override protected def arguments: Seq[Parameter] = Nil

  override protected val output: StructType = new StructType().add("version", StringType, nullable = false)

  override protected def run(arguments: InternalRow): InternalRow =
    InternalRow(UTF8String.fromString(ProductVersion.CURRENT))
}
