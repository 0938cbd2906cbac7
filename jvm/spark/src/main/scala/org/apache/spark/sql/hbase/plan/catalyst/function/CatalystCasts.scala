package org.apache.spark.sql.hbase.plan.catalyst.function

import scala.language.reflectiveCalls

import org.apache.spark.sql.catalyst.expressions.Cast
import org.apache.spark.sql.hbase.plan.catalyst.function.FunctionCall.inMode
import org.apache.spark.sql.hbase.shim.{CastShim, DecimalShim}
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._

/** Casts between all types, and what their value depends on besides their argument. */
object CatalystCasts {
  val family: FunctionCall.Family = { case cast: Cast =>
    val zone = cast.timeZoneId.filter(_ => needsZone(cast.child.dataType, cast.dataType)).map(FunctionCall.zoneName)
    inMode(ProtoFunction.CAST, cast, cast.evalMode).copy(zone = zone)
  }

  /** The reason why Spark's value differs from the engine's; None if it is the same. */
  def refusal(cast: Cast): Option[String] =
    if (hasLegacyText(cast)) Some(s"${SQLConf.LEGACY_COMPLEX_TYPES_TO_STRING.key} is set")
    else
      leaves(cast.child.dataType, cast.dataType).flatMap {
        case (TimestampType, _: DecimalType) => DecimalShim.ofTimestampRefused
        case (part, target) => CastShim.refusal(part, target)
      }.headOption

  /**
   * Whether a nested value is written as Spark before 3.1 wrote it, by spark.sql.legacy.castComplexTypesToString.enabled
   * as it was when the cast was made. Only the cast itself knows, in a method that is public in its class file.
   */
  private def hasLegacyText(cast: Cast): Boolean =
    parts(cast.child.dataType).nonEmpty &&
      cast.asInstanceOf[{ def leftBracket(): String }].leftBracket() != "{"

  /** Spark writes timestamps inside a nested value in the zone too, which its own needsTimeZone leaves out. */
  private def needsZone(from: DataType, to: DataType): Boolean =
    leaves(from, to).exists { case (part, target) => Cast.needsTimeZone(part, target) }

  /** Returns two types, or all parts of them that have no parts; a text is that of all parts. */
  private def leaves(from: DataType, to: DataType): Seq[(DataType, DataType)] =
    parts(from) match {
      case Nil => Seq((from, to))
      case parts =>
        val targets = if (to.isInstanceOf[StringType]) parts.map(_ => to) else CatalystCasts.parts(to)
        parts.zip(targets).flatMap { case (part, target) => leaves(part, target) }
    }

  private def parts(dataType: DataType): Seq[DataType] = dataType match {
    case StructType(fields) => fields.toSeq.map(_.dataType)
    case ArrayType(element, _) => Seq(element)
    case MapType(key, value, _) => Seq(key, value)
    case _ => Nil
  }
}
