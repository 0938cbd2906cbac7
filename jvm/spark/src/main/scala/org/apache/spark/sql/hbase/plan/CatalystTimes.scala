package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.plan.FunctionCall.{inZone, plain}
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}

/** Functions of dates and timestamps. */
object CatalystTimes {
  val family: FunctionCall.Family = {
    case e: Year => plain(ProtoFunction.YEAR, e)
    case e: Month => plain(ProtoFunction.MONTH, e)
    case e: DayOfMonth => plain(ProtoFunction.DAY_OF_MONTH, e)
    case e: Quarter => plain(ProtoFunction.QUARTER, e)
    case e: DayOfWeek => plain(ProtoFunction.DAY_OF_WEEK, e)
    case e: DayOfYear => plain(ProtoFunction.DAY_OF_YEAR, e)
    case Hour(child, zone) => inZone(ProtoFunction.HOUR, Seq(child), zone)
    case Minute(child, zone) => inZone(ProtoFunction.MINUTE, Seq(child), zone)
    case Second(child, zone) => inZone(ProtoFunction.SECOND, Seq(child), zone)
    case TruncTimestamp(format, timestamp, zone) => inZone(ProtoFunction.DATE_TRUNC, Seq(format, timestamp), zone)
  }
}
