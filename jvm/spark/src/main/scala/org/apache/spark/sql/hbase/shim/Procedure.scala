package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.{DataType, StructType}

/** A procedure for any line of Spark. It answers with one row. */
private[hbase] trait Procedure {
  def name(): String

  def description(): String

  /** The arguments that it takes, in their order. */
  protected def arguments: Seq[Parameter]

  /** The columns of the answer. */
  protected def output: StructType

  protected def run(arguments: InternalRow): InternalRow
}

/**
 * An argument that a procedure takes.
 *
 * @param default as an expression of SQL; None if the argument must be given
 */
private[hbase] final case class Parameter(
    name: String,
    dataType: DataType,
    comment: String,
    default: Option[String] = None
)
