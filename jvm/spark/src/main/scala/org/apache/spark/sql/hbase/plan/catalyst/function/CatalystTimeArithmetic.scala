package org.apache.spark.sql.hbase.plan.catalyst.function

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.DateTimeConstants.MICROS_PER_DAY
import org.apache.spark.sql.hbase.plan.catalyst.function.FunctionCall.{inMode, inZone, plain}
import org.apache.spark.sql.hbase.shim.{AddedInterval, FunctionShim}
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.{CalendarInterval, UTF8String}

/**
 * Arithmetic of dates and timestamps, with intervals that are literals, and their numbers since 1970. Intervals have no
 * type in the region server: a literal travels as months, days and microseconds.
 */
object CatalystTimeArithmetic {
  private val dates: FunctionCall.Family = {
    case e: DateAdd => plain(ProtoFunction.DATE_ADD, e)
    case e: DateSub => plain(ProtoFunction.DATE_SUB, e)
    case e: DateDiff => plain(ProtoFunction.DATE_DIFF, e)
    case e: AddMonths => plain(ProtoFunction.ADD_MONTHS, e)
    case DateAddYMInterval(date, Literal(months: Int, _: YearMonthIntervalType)) =>
      FunctionCall(ProtoFunction.ADD_MONTHS, Seq(date, Literal(months)))
  }

  private val timestamps: FunctionCall.Family = {
    case TimestampAddYMInterval(timestamp, Literal(months: Int, _: YearMonthIntervalType), zone) =>
      addInterval(timestamp, new CalendarInterval(months, 0, 0), zone)
    case AddedInterval(timestamp, Literal(micros: Long, _: DayTimeIntervalType), zone) =>
      val days = (micros / MICROS_PER_DAY).toInt
      addInterval(timestamp, new CalendarInterval(0, days, micros % MICROS_PER_DAY), zone)
    case AddedInterval(timestamp, Literal(interval: CalendarInterval, _), zone) =>
      addInterval(timestamp, interval, zone)
    case TimestampAdd(unit, quantity, timestamp, zone) =>
      inZone(ProtoFunction.TIMESTAMP_ADD, Seq(Literal(unit), quantity, timestamp), zone)
    case TimestampDiff(unit, start, end, zone) =>
      inZone(ProtoFunction.TIMESTAMP_DIFF, Seq(Literal(unit), start, end), zone)
    case MonthsBetween(left, right, roundOff, zone) =>
      inZone(ProtoFunction.MONTHS_BETWEEN, Seq(left, right, roundOff), zone)
  }

  /** Changes of the zone are casts between the types of timestamps, whose numbers are taken for the other type's. */
  private val zones: FunctionCall.Family = {
    case FromUTCTimestamp(timestamp, ZoneLiteral(zone)) =>
      FunctionCall(ProtoFunction.REINTERPRET, Seq(Cast(timestamp, TimestampNTZType, Some(zone), EvalMode.LEGACY)))
    case e @ ToUTCTimestamp(timestamp, ZoneLiteral(zone)) =>
      val local = PreciseTimestampConversion(timestamp, TimestampType, TimestampNTZType)
      inMode(ProtoFunction.CAST, e, EvalMode.LEGACY).copy(arguments = Seq(local), zone = Some(zone))
    case e @ ConvertTimezone(ZoneLiteral(from), ZoneLiteral(to), timestamp) =>
      val instant = Cast(timestamp, TimestampType, Some(from), EvalMode.LEGACY)
      inMode(ProtoFunction.CAST, e, EvalMode.LEGACY).copy(arguments = Seq(instant), zone = Some(to))
  }

  private val epochs: FunctionCall.Family = {
    case e: PreciseTimestampConversion => plain(ProtoFunction.REINTERPRET, e)
    case e: UnixDate => plain(ProtoFunction.REINTERPRET, e)
    case e: DateFromUnixDate => plain(ProtoFunction.REINTERPRET, e)
    case e: UnixMicros => plain(ProtoFunction.REINTERPRET, e)
    case e: MicrosToTimestamp => plain(ProtoFunction.REINTERPRET, e)
    case e: UnixSeconds => inMode(ProtoFunction.CAST, e, EvalMode.LEGACY)
    case e: UnixMillis => plain(ProtoFunction.UNIX_MILLIS, e)
    case e: SecondsToTimestamp => plain(ProtoFunction.TIMESTAMP_SECONDS, e)
    case e: MillisToTimestamp => plain(ProtoFunction.TIMESTAMP_MILLIS, e)
    case UnixTimestamp(time, pattern, zone, failOnError) => unixTimestamp(time, pattern, zone, failOnError)
    case ToUnixTimestamp(time, pattern, zone, failOnError) => unixTimestamp(time, pattern, zone, failOnError)
  }

  val family: FunctionCall.Family = dates.orElse(timestamps).orElse(zones).orElse(epochs)

  private def addInterval(timestamp: Expression, interval: CalendarInterval, zone: Option[String]): FunctionCall =
    inZone(
      ProtoFunction.ADD_INTERVAL,
      Seq(timestamp, Literal(interval.months), Literal(interval.days), Literal(interval.microseconds)),
      zone
    )

  private def unixTimestamp(
      time: Expression,
      pattern: Expression,
      zone: Option[String],
      failOnError: Boolean
  ): FunctionCall = {
    val timestamp = time.dataType match {
      case DateType => Cast(time, TimestampType, zone, EvalMode.LEGACY)
      case _: StringType => FunctionShim.parsedTimestamp(time, pattern, TimestampType, zone, failOnError)
      case _ => time
    }
    FunctionCall(ProtoFunction.UNIX_TIMESTAMP, Seq(timestamp))
  }

  /** A literal that names a zone; with another one Spark raises an error for each row. */
  private object ZoneLiteral {
    def unapply(expression: Expression): Option[String] = expression match {
      case Literal(name: UTF8String, _: StringType) => Try(FunctionCall.zoneName(name.toString)).toOption
      case _ => None
    }
  }
}
