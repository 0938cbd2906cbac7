package org.apache.spark.sql.hbase.plan.catalyst.function

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.plan.catalyst.function.FunctionCall.plain
import org.apache.spark.sql.hbase.wire.proto.{Function => ProtoFunction}
import org.apache.spark.sql.types.{BooleanType, StringType}
import org.apache.spark.unsafe.types.UTF8String

/** LIKE and regular expressions. ILIKE has become LIKE of lower case by now. */
object CatalystPatterns {
  private val DefaultEscape = '\\'

  val family: FunctionCall.Family = {
    case Like(text, pattern, DefaultEscape) => FunctionCall(ProtoFunction.LIKE, Seq(text, pattern))
    case Like(text, pattern, escape) if !escape.isSurrogate =>
      FunctionCall(ProtoFunction.LIKE, Seq(text, pattern, Literal(UTF8String.fromString(escape.toString), StringType)))
    case e: RLike => plain(ProtoFunction.RLIKE, e)
    case RegExpReplace(text, pattern, replacement, Literal(1, _)) =>
      FunctionCall(ProtoFunction.REGEXP_REPLACE, Seq(text, pattern, replacement))
    case e: RegExpExtract => plain(ProtoFunction.REGEXP_EXTRACT, e)

    case LikeAll(text, patterns) => all(each(text, patterns, identity))
    case NotLikeAll(text, patterns) => all(each(text, patterns, Not(_)))
    case LikeAny(text, patterns) => any(each(text, patterns, identity))
    case NotLikeAny(text, patterns) => any(each(text, patterns, Not(_)))
  }

  // There can be one test only, and AND takes no fewer than two.
  private def all(tests: Seq[Expression]) = FunctionCall(ProtoFunction.AND, tests :+ Literal.TrueLiteral)

  private def any(tests: Seq[Expression]) = FunctionCall(ProtoFunction.OR, tests :+ Literal.FalseLiteral)

  private def each(text: Expression, patterns: Seq[UTF8String], test: Expression => Expression): Seq[Expression] =
    patterns.map {
      case null => Literal(null, BooleanType)
      case pattern => test(Like(text, Literal(pattern, StringType), DefaultEscape))
    }
}
