package org.apache.spark.sql.hbase.plan.catalyst

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{
  Alias,
  AttributeReference,
  Cast,
  Expression,
  KnownNullable,
  Literal,
  UnaryPositive
}
import org.apache.spark.sql.hbase.engine.expression.SupportedExpressions
import org.apache.spark.sql.hbase.engine.expression.JavaRules
import org.apache.spark.sql.hbase.plan.catalyst.function.{
  CatalystArithmetic,
  CatalystCasts,
  CatalystHashes,
  CatalystLogic,
  CatalystMath,
  CatalystNested,
  CatalystPatterns,
  CatalystText,
  CatalystTimeArithmetic,
  CatalystTimes,
  FunctionCall
}
import org.apache.spark.sql.hbase.schema.NestedPruning
import org.apache.spark.sql.hbase.shim.{FunctionShim, OverflowShim}
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.wire.proto.{
  Call => ProtoCall,
  Expression => ProtoExpression,
  Function => ProtoFunction
}

/**
 * Catalyst expressions as sub-plan expressions. The set is closed: an expression is translated only when the engine
 * computes it exactly as Spark does. Everything else is refused with a reason that EXPLAIN shows. Whether that is so
 * for the types at hand, the engine itself is asked.
 *
 * Pure functions, thread-safe.
 */
object CatalystExpressions {
  type Translated = Either[Refusal, ProtoExpression]

  private val families: FunctionCall.Family =
    CatalystLogic.family
      .orElse(CatalystArithmetic.family)
      .orElse(CatalystCasts.family)
      .orElse(CatalystMath.family)
      .orElse(CatalystText.family)
      .orElse(CatalystPatterns.family)
      .orElse(CatalystHashes.family)
      .orElse(CatalystTimes.family)
      .orElse(CatalystTimeArithmetic.family)
      .orElse(CatalystNested.family)

  def toProto(expression: Expression, input: InputBinding): Translated =
    if (!expression.deterministic) refuse(expression, "it is not deterministic")
    else translate(expression, input).flatMap(supported(expression, _))

  private def supported(expression: Expression, translated: ProtoExpression): Translated =
    SupportedExpressions.refused(Placeholders.forCheck(translated)).toScala match {
      case Some(refused) => refuse(expression, UnknownFunction.refusedForm(refused))
      case None => Right(translated)
    }

  private def translate(expression: Expression, input: InputBinding): Translated = expression match {
    case value if input.placeholder(value).isDefined =>
      CatalystTypes.toProto(value.dataType).map(Placeholders(input.placeholder(value).get, _))
    case attribute: AttributeReference => column(attribute, input)
    case Literal(value, dataType) => CatalystLiterals.toProto(value, dataType)
    case Alias(child, _) => translate(child, input)
    case UnaryPositive(child) => translate(child, input)
    case KnownNullable(child) => translate(child, input)
    case Refused(reason) => refuse(expression, reason)
    case other =>
      families.lift(other) match {
        case Some(call) => translate(call, other, input)
        case None => Left(UnknownFunction.refusal(other))
      }
  }

  /** Matches what this line of Spark computes in another way than the engine, and gives the reason. */
  private object Refused {
    def unapply(expression: Expression): Option[String] = expression match {
      case cast: Cast => CatalystCasts.refusal(cast)
      case other => FunctionShim.refusal(other).orElse(OverflowShim.refusal(other))
    }
  }

  private def column(attribute: AttributeReference, input: InputBinding): Translated =
    input.structs.get(attribute.exprId) match {
      case Some(struct) => Right(NestedPruning.narrowed(struct, attribute.dataType))
      case None => stored(attribute, input)
    }

  private def stored(attribute: AttributeReference, input: InputBinding): Translated =
    for {
      ordinal <- input.ordinal(attribute)
      protoType <- CatalystTypes.toProto(attribute.dataType)
    } yield {
      val storedType = input.storedTypes.getOrElse(attribute.exprId, protoType)
      val stored = ProtoExpression.newBuilder().setType(storedType).setColumn(ordinal).build()
      NestedPruning.narrowed(stored, attribute.dataType)
    }

  private def translate(call: FunctionCall, expression: Expression, input: InputBinding): Translated =
    for {
      protoType <- CatalystTypes.toProto(expression.dataType)
      protoArguments <- arguments(call, input)
    } yield {
      val protoCall =
        ProtoCall.newBuilder().setFunction(call.function).addAllArguments(protoArguments.asJava).setEvalMode(call.mode)
      call.zone.foreach(protoCall.setTimeZone)
      val translated = ProtoExpression.newBuilder().setType(protoType).setCall(protoCall)
      JavaRules.state(translated)
      NestedPruning.simplified(QueryContexts.marked(translated.build(), expression))
    }

  private def arguments(call: FunctionCall, input: InputBinding): Either[Refusal, Seq[ProtoExpression]] =
    call.arguments match {
      case value +: list if call.function == ProtoFunction.IN && list.size > 1 =>
        for {
          protoValue <- translate(value, input)
          values <- CatalystLiterals.values(list, value.dataType)
        } yield Seq(protoValue, values)
      case arguments => Refusal.firstOf(arguments.map(translate(_, input)))
    }

  private def refuse(expression: Expression, reason: String): Translated = Left(
    Refusal.of(expression, reason)
  )
}
