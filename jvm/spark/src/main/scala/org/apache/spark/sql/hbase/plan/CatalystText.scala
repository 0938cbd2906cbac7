package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.plan.FunctionCall.plain
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}

/** Functions of strings. */
object CatalystText {
  val family: FunctionCall.Family = {
    case e: StartsWith => plain(ProtoFunction.STARTS_WITH, e)
    case e: EndsWith => plain(ProtoFunction.ENDS_WITH, e)
    case e: Contains => plain(ProtoFunction.CONTAINS, e)
    case e: Substring => plain(ProtoFunction.SUBSTRING, e)
    case e: Length => plain(ProtoFunction.LENGTH, e)
  }
}
