package org.apache.spark.sql.hbase.plan.catalyst.function

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.plan.catalyst.function.FunctionCall.{failing, plain}
import org.apache.spark.sql.hbase.shim.PlanShim
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}

/** Mathematical functions. */
object CatalystMath {
  private val rounding: FunctionCall.Family = {
    case e @ Round(_, _, ansi) => failing(ProtoFunction.ROUND, e, ansi)
    case e @ BRound(_, _, ansi) => failing(ProtoFunction.BROUND, e, ansi)
    case e: Floor => failing(ProtoFunction.FLOOR, e, PlanShim.failsOnError(e))
    case e: RoundFloor => plain(ProtoFunction.FLOOR, e)
    case e: Ceil => failing(ProtoFunction.CEIL, e, PlanShim.failsOnError(e))
    case e: RoundCeil => plain(ProtoFunction.CEIL, e)
    case e: Rint => plain(ProtoFunction.RINT, e)
    case e: Signum => plain(ProtoFunction.SIGNUM, e)
  }

  private val powers: FunctionCall.Family = {
    case e: Sqrt => plain(ProtoFunction.SQRT, e)
    case e: Cbrt => plain(ProtoFunction.CBRT, e)
    case e: Exp => plain(ProtoFunction.EXP, e)
    case e: Expm1 => plain(ProtoFunction.EXPM1, e)
    case e: Log => plain(ProtoFunction.LN, e)
    case e: Log2 => plain(ProtoFunction.LOG2, e)
    case e: Log10 => plain(ProtoFunction.LOG10, e)
    case e: Log1p => plain(ProtoFunction.LOG1P, e)
    case e: Logarithm => plain(ProtoFunction.LOGARITHM, e)
    case e: Pow => plain(ProtoFunction.POWER, e)
    case e: Hypot => plain(ProtoFunction.HYPOT, e)
    case e: Factorial => plain(ProtoFunction.FACTORIAL, e)
    case e: WidthBucket => plain(ProtoFunction.WIDTH_BUCKET, e)
  }

  private val angles: FunctionCall.Family = {
    case e: Sin => plain(ProtoFunction.SIN, e)
    case e: Cos => plain(ProtoFunction.COS, e)
    case e: Tan => plain(ProtoFunction.TAN, e)
    case e: Cot => plain(ProtoFunction.COT, e)
    case e: Sec => plain(ProtoFunction.SEC, e)
    case e: Csc => plain(ProtoFunction.CSC, e)
    case e: Asin => plain(ProtoFunction.ASIN, e)
    case e: Acos => plain(ProtoFunction.ACOS, e)
    case e: Atan => plain(ProtoFunction.ATAN, e)
    case e: Atan2 => plain(ProtoFunction.ATAN2, e)
    case e: Sinh => plain(ProtoFunction.SINH, e)
    case e: Cosh => plain(ProtoFunction.COSH, e)
    case e: Tanh => plain(ProtoFunction.TANH, e)
    case e: Asinh => plain(ProtoFunction.ASINH, e)
    case e: Acosh => plain(ProtoFunction.ACOSH, e)
    case e: Atanh => plain(ProtoFunction.ATANH, e)
    case e: ToDegrees => plain(ProtoFunction.DEGREES, e)
    case e: ToRadians => plain(ProtoFunction.RADIANS, e)
  }

  val family: FunctionCall.Family = rounding.orElse(powers).orElse(angles)
}
