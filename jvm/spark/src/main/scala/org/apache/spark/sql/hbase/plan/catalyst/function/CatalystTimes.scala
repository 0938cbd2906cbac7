package org.apache.spark.sql.hbase.plan.catalyst.function

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.plan.catalyst.function.FunctionCall.{failing, inZone, plain, zoneName}
import org.apache.spark.sql.hbase.shim.FunctionShim
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}
import org.apache.spark.sql.internal.{LegacyBehaviorPolicy, SQLConf}

/** Functions of dates and timestamps: their fields, truncation and text. */
object CatalystTimes {
  private val dates: FunctionCall.Family = {
    case e: Year => plain(ProtoFunction.YEAR, e)
    case e: Month => plain(ProtoFunction.MONTH, e)
    case e: DayOfMonth => plain(ProtoFunction.DAY_OF_MONTH, e)
    case e: Quarter => plain(ProtoFunction.QUARTER, e)
    case e: DayOfWeek => plain(ProtoFunction.DAY_OF_WEEK, e)
    case e: DayOfYear => plain(ProtoFunction.DAY_OF_YEAR, e)
    case e: WeekOfYear => plain(ProtoFunction.WEEK_OF_YEAR, e)
    case e: YearOfWeek => plain(ProtoFunction.YEAR_OF_WEEK, e)
    case e: WeekDay => plain(ProtoFunction.WEEKDAY, e)
    case e: LastDay => plain(ProtoFunction.LAST_DAY, e)
    case e: NextDay => plain(ProtoFunction.NEXT_DAY, e)
    case e: TruncDate => plain(ProtoFunction.TRUNC, e)
    case FunctionShim.DateName(date, format) => FunctionCall(ProtoFunction.DATE_FORMAT, Seq(date, Literal(format)))
    case e @ MakeDate(_, _, _, failOnError) => failing(ProtoFunction.MAKE_DATE, e, failOnError)
  }

  private val times: FunctionCall.Family = {
    case Hour(child, zone) => inZone(ProtoFunction.HOUR, Seq(child), zone)
    case Minute(child, zone) => inZone(ProtoFunction.MINUTE, Seq(child), zone)
    case Second(child, zone) => inZone(ProtoFunction.SECOND, Seq(child), zone)
    case SecondWithFraction(child, zone) => inZone(ProtoFunction.SECOND_WITH_FRACTION, Seq(child), zone)
    case TruncTimestamp(format, timestamp, zone) => inZone(ProtoFunction.DATE_TRUNC, Seq(format, timestamp), zone)
    case DateFormatClass(timestamp, format, zone) if formatsWithJavaTime =>
      inZone(ProtoFunction.DATE_FORMAT, Seq(timestamp, format), zone)
    case e: GetTimestamp if parsesWithJavaTime =>
      failing(ProtoFunction.PARSE_TIMESTAMP, e, e.failOnError).copy(zone = e.timeZoneId.map(zoneName))
    case FromUnixTime(seconds, format, zone) if formatsWithJavaTime =>
      val micros = Multiply(seconds, Literal(1000000L), EvalMode.LEGACY)
      inZone(ProtoFunction.DATE_FORMAT, Seq(MicrosToTimestamp(micros), format), zone)
  }

  /** Else with SimpleDateFormat, whose calendar and letters differ. */
  private def formatsWithJavaTime: Boolean = SQLConf.get.legacyTimeParserPolicy != LegacyBehaviorPolicy.LEGACY

  /** Else, or also, with SimpleDateFormat. */
  private def parsesWithJavaTime: Boolean = SQLConf.get.legacyTimeParserPolicy == LegacyBehaviorPolicy.CORRECTED

  val family: FunctionCall.Family = dates.orElse(times)
}
