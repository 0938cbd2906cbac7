package org.apache.spark.sql.hbase.plan.catalyst.function

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.plan.catalyst.function.FunctionCall.{failing, inMode, plain}
import org.apache.spark.sql.hbase.shim.ExpressionShim.evalMode
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}

/** Arithmetic and operations on bits. */
object CatalystArithmetic {
  val family: FunctionCall.Family = {
    case e @ Add(_, _, context) => inMode(ProtoFunction.ADD, e, evalMode(context))
    case e @ Subtract(_, _, context) => inMode(ProtoFunction.SUBTRACT, e, evalMode(context))
    case e @ Multiply(_, _, context) => inMode(ProtoFunction.MULTIPLY, e, evalMode(context))
    case e @ Divide(_, _, context) => inMode(ProtoFunction.DIVIDE, e, evalMode(context))
    case e @ Remainder(_, _, context) => inMode(ProtoFunction.REMAINDER, e, evalMode(context))
    case e @ Pmod(_, _, context) => inMode(ProtoFunction.PMOD, e, evalMode(context))
    case e @ IntegralDivide(_, _, context) => inMode(ProtoFunction.INTEGRAL_DIVIDE, e, evalMode(context))
    case e @ UnaryMinus(_, failOnError) => failing(ProtoFunction.NEGATE, e, failOnError)
    case e @ Abs(_, failOnError) => failing(ProtoFunction.ABS, e, failOnError)
    case e: BitwiseAnd => plain(ProtoFunction.BITWISE_AND, e)
    case e: BitwiseOr => plain(ProtoFunction.BITWISE_OR, e)
    case e: BitwiseXor => plain(ProtoFunction.BITWISE_XOR, e)
    case e: BitwiseNot => plain(ProtoFunction.BITWISE_NOT, e)
    case e: ShiftLeft => plain(ProtoFunction.SHIFT_LEFT, e)
    case e: ShiftRight => plain(ProtoFunction.SHIFT_RIGHT, e)
    case e: ShiftRightUnsigned => plain(ProtoFunction.SHIFT_RIGHT_UNSIGNED, e)
    case e: BitwiseCount => plain(ProtoFunction.BITWISE_COUNT, e)
    case e: BitwiseGet => plain(ProtoFunction.BITWISE_GET, e)
    case e: UnscaledValue => plain(ProtoFunction.UNSCALED_VALUE, e)
  }
}
