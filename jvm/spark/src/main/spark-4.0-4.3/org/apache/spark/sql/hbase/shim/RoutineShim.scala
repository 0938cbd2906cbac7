package org.apache.spark.sql.hbase.shim

import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.types.StructType

/** A parser that reads the parameters of a routine, for which Spark asks since 4.0. */
trait RoutineShim extends ParserInterface {
  protected def next: ParserInterface

  override def parseRoutineParam(sqlText: String): StructType = next.parseRoutineParam(sqlText)
}
