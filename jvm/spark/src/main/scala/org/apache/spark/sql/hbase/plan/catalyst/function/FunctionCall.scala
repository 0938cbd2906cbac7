package org.apache.spark.sql.hbase.plan.catalyst.function

import org.apache.spark.sql.catalyst.expressions.{EvalMode, Expression}
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.hbase.wire.proto.{EvalMode => ProtoEvalMode, Function => ProtoFunction}

/**
 * The form of a Catalyst expression in a sub-plan: a function of the engine with Catalyst expressions as arguments. The
 * engine decides whether it computes the function for these types.
 *
 * @param zone name of the time zone, None where the function does not depend on one
 */
final case class FunctionCall(
    function: ProtoFunction,
    arguments: Seq[Expression],
    mode: ProtoEvalMode = ProtoEvalMode.EVAL_MODE_UNSPECIFIED,
    zone: Option[String] = None
)

object FunctionCall {

  /** One family of Catalyst's functions; not defined for the expressions that it does not know. */
  type Family = PartialFunction[Expression, FunctionCall]

  def plain(function: ProtoFunction, expression: Expression): FunctionCall =
    FunctionCall(function, expression.children)

  def inMode(function: ProtoFunction, expression: Expression, evalMode: EvalMode.Value): FunctionCall =
    FunctionCall(function, expression.children, mode(evalMode))

  /** For the expressions that know only whether they raise. */
  def failing(function: ProtoFunction, expression: Expression, failOnError: Boolean): FunctionCall =
    FunctionCall(function, expression.children, if (failOnError) ProtoEvalMode.ANSI else ProtoEvalMode.LEGACY)

  def inZone(function: ProtoFunction, arguments: Seq[Expression], zone: Option[String]): FunctionCall =
    FunctionCall(function, arguments, zone = zone.map(zoneName))

  def mode(evalMode: EvalMode.Value): ProtoEvalMode = evalMode match {
    case EvalMode.ANSI => ProtoEvalMode.ANSI
    case EvalMode.TRY => ProtoEvalMode.TRY
    case EvalMode.LEGACY => ProtoEvalMode.LEGACY
  }

  /** Spark also takes short names such as PST, which the engine does not know. */
  def zoneName(zone: String): String = DateTimeUtils.getZoneId(zone).getId
}
