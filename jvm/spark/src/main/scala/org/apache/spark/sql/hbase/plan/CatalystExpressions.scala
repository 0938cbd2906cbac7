package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
// Catalyst has string functions named Left and Right.
import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.util.DateTimeUtils
import org.apache.spark.sql.hbase.engine.expression.SupportedExpressions
import org.apache.spark.sql.hbase.wire.proto.{
  Call => ProtoCall,
  EvalMode => ProtoEvalMode,
  Expression => ProtoExpression,
  Function => ProtoFunction
}
import org.apache.spark.sql.types._

/**
 * Catalyst expressions as sub-plan expressions. The set is closed: an expression is translated only when the engine
 * computes it exactly as Spark does; everything else is refused with a reason that EXPLAIN shows. Whether that is so for
 * the types at hand, the engine itself is asked.
 *
 * Pure functions, thread-safe.
 */
object CatalystExpressions {
  type Translated = Either[String, ProtoExpression]

  def toProto(expression: Expression, input: InputBinding): Translated =
    if (!expression.deterministic) refuse(expression, "it is not deterministic")
    else translate(expression, input).flatMap(supported(expression, _))

  private def supported(expression: Expression, translated: ProtoExpression): Translated =
    SupportedExpressions.refusal(translated).toScala match {
      case Some(what) => refuse(expression, s"the region server does not compute $what")
      case None => Right(translated)
    }

  /** Functions without a mode or a zone: Catalyst class to wire function, arguments in Catalyst's order. */
  private def plainFunction(expression: Expression): Option[ProtoFunction] = Option(expression).collect {
    case _: EqualTo => ProtoFunction.EQUAL
    case _: LessThan => ProtoFunction.LESS_THAN
    case _: LessThanOrEqual => ProtoFunction.LESS_THAN_OR_EQUAL
    case _: GreaterThan => ProtoFunction.GREATER_THAN
    case _: GreaterThanOrEqual => ProtoFunction.GREATER_THAN_OR_EQUAL
    case _: EqualNullSafe => ProtoFunction.EQUAL_NULL_SAFE
    case _: And => ProtoFunction.AND
    case _: Or => ProtoFunction.OR
    case _: Not => ProtoFunction.NOT
    case _: IsNull => ProtoFunction.IS_NULL
    case _: IsNotNull => ProtoFunction.IS_NOT_NULL
    case _: Coalesce => ProtoFunction.COALESCE
    case _: StartsWith => ProtoFunction.STARTS_WITH
    case _: EndsWith => ProtoFunction.ENDS_WITH
    case _: Contains => ProtoFunction.CONTAINS
    case _: Substring => ProtoFunction.SUBSTRING
    case _: Length => ProtoFunction.LENGTH
    case _: Year => ProtoFunction.YEAR
    case _: Month => ProtoFunction.MONTH
    case _: DayOfMonth => ProtoFunction.DAY_OF_MONTH
    case _: Quarter => ProtoFunction.QUARTER
    case _: DayOfWeek => ProtoFunction.DAY_OF_WEEK
    case _: DayOfYear => ProtoFunction.DAY_OF_YEAR
    case _: UnscaledValue => ProtoFunction.UNSCALED_VALUE
  }

  private def translate(expression: Expression, input: InputBinding): Translated = expression match {
    case attribute: AttributeReference => column(attribute, input)
    case Literal(value, dataType) => CatalystLiterals.toProto(value, dataType)
    case alias: Alias => translate(alias.child, input)

    case UnaryPositive(child) => translate(child, input)
    // NULL is not NaN.
    case e @ IsNaN(child) =>
      call(e, ProtoFunction.EQUAL_NULL_SAFE, Seq(child, notANumber(child.dataType)), input)
    case e @ Add(_, _, context) => call(e, ProtoFunction.ADD, e.children, input, mode(context.evalMode))
    case e @ Subtract(_, _, context) => call(e, ProtoFunction.SUBTRACT, e.children, input, mode(context.evalMode))
    case e @ Multiply(_, _, context) => call(e, ProtoFunction.MULTIPLY, e.children, input, mode(context.evalMode))
    case e @ Divide(_, _, context) => call(e, ProtoFunction.DIVIDE, e.children, input, mode(context.evalMode))
    case e @ Remainder(_, _, context) => call(e, ProtoFunction.REMAINDER, e.children, input, mode(context.evalMode))
    case e @ IntegralDivide(left, _, context) if left.dataType == LongType =>
      call(e, ProtoFunction.INTEGRAL_DIVIDE, e.children, input, mode(context.evalMode))
    case e @ UnaryMinus(_, failOnError) => call(e, ProtoFunction.NEGATE, e.children, input, failing(failOnError))
    case e @ Abs(_, failOnError) => call(e, ProtoFunction.ABS, e.children, input, failing(failOnError))

    case e @ Cast(child, to, zone, evalMode) =>
      val usedZone = zone.filter(_ => Cast.needsTimeZone(child.dataType, to))
      call(e, ProtoFunction.CAST, e.children, input, mode(evalMode), usedZone)
    case e @ Hour(_, zone) => call(e, ProtoFunction.HOUR, e.children, input, zone = zone)
    case e @ Minute(_, zone) => call(e, ProtoFunction.MINUTE, e.children, input, zone = zone)
    case e @ Second(_, zone) => call(e, ProtoFunction.SECOND, e.children, input, zone = zone)
    case e @ TruncTimestamp(format, timestamp, zone) =>
      call(e, ProtoFunction.DATE_TRUNC, Seq(format, timestamp), input, zone = zone)

    case e @ CaseWhen(branches, otherwise) =>
      call(e, ProtoFunction.CASE_WHEN, branches.flatMap { case (when, value) => Seq(when, value) } ++ otherwise, input)
    case e @ If(predicate, whenTrue, whenFalse) =>
      call(e, ProtoFunction.CASE_WHEN, Seq(predicate, whenTrue, whenFalse), input)
    case e @ In(value, list) if list.forall(_.isInstanceOf[Literal]) =>
      call(e, ProtoFunction.IN, value +: list, input)
    case e @ InSet(child, values) =>
      call(e, ProtoFunction.IN, child +: values.toSeq.map(Literal(_, child.dataType)), input)

    case e =>
      plainFunction(e) match {
        case Some(function) => call(e, function, e.children, input)
        case None => refuse(e, s"function ${e.prettyName} is not implemented in the region server")
      }
  }

  private def notANumber(dataType: DataType): Literal = dataType match {
    case FloatType => Literal(Float.NaN)
    case _ => Literal(Double.NaN)
  }

  private def column(attribute: AttributeReference, input: InputBinding): Translated =
    for {
      ordinal <- input.ordinal(attribute)
      protoType <- CatalystTypes.toProto(attribute.dataType)
    } yield ProtoExpression.newBuilder().setType(protoType).setColumn(ordinal).build()

  private def call(
      expression: Expression,
      function: ProtoFunction,
      arguments: Seq[Expression],
      input: InputBinding,
      evalMode: ProtoEvalMode = ProtoEvalMode.EVAL_MODE_UNSPECIFIED,
      zone: Option[String] = None
  ): Translated =
    for {
      protoType <- CatalystTypes.toProto(expression.dataType)
      protoArguments <- all(arguments.map(translate(_, input)))
    } yield {
      val protoCall =
        ProtoCall.newBuilder().setFunction(function).addAllArguments(protoArguments.asJava).setEvalMode(evalMode)
      // Spark also takes short names such as PST, which the engine does not know.
      zone.foreach(name => protoCall.setTimeZone(DateTimeUtils.getZoneId(name).getId))
      ProtoExpression.newBuilder().setType(protoType).setCall(protoCall).build()
    }

  /** All results, or the first reason. */
  def all[A](results: Seq[Either[String, A]]): Either[String, Seq[A]] =
    results.collectFirst { case Left(reason) => reason }.toLeft(results.collect { case Right(result) => result })

  private def mode(evalMode: EvalMode.Value): ProtoEvalMode = evalMode match {
    case EvalMode.ANSI => ProtoEvalMode.ANSI
    case EvalMode.TRY => ProtoEvalMode.TRY
    case EvalMode.LEGACY => ProtoEvalMode.LEGACY
  }

  private def failing(failOnError: Boolean): ProtoEvalMode =
    if (failOnError) ProtoEvalMode.ANSI else ProtoEvalMode.LEGACY

  private def refuse(expression: Expression, reason: String): Translated = Left(
    s"${PushdownReport.text(expression)}: $reason"
  )
}
