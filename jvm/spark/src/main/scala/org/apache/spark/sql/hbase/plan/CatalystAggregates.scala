package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._
// Catalyst has string functions named Left and Right.
import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.catalyst.optimizer.NormalizeNaNAndZero
import org.apache.spark.sql.hbase.wire.proto.{
  AggregateCall,
  AggregateFunction => ProtoAggregateFunction,
  EvalMode => ProtoEvalMode,
  Expression => ProtoExpression
}

/**
 * Partial aggregate functions of Spark as sub-plan aggregate calls. The state columns are Spark's own aggregation
 * buffer, whose types travel with the call, so that a Spark with another buffer is refused and not misread.
 *
 * Pure functions, thread-safe.
 */
object CatalystAggregates {

  def toProto(aggregate: AggregateExpression, input: InputBinding): Either[String, AggregateCall] =
    for {
      shape <- shape(aggregate)
      arguments <- CatalystExpressions.all(shape.arguments.map(CatalystExpressions.toProto(_, input)))
      filter <- filter(aggregate, input)
      stateTypes <- CatalystExpressions.all(
        aggregate.aggregateFunction.aggBufferAttributes.map(a => CatalystTypes.toProto(a.dataType))
      )
    } yield {
      val call = AggregateCall
        .newBuilder()
        .setFunction(shape.function)
        .addAllArguments(arguments.asJava)
        .setEvalMode(shape.mode)
        .addAllStateTypes(stateTypes.asJava)
      filter.foreach(call.setFilter)
      call.build()
    }

  /** A grouping expression. The engine normalises NaN and -0.0 in group keys itself, as Spark's wrapper asks. */
  def groupToProto(group: NamedExpression, input: InputBinding): Either[String, ProtoExpression] = {
    val expression = group match {
      case Alias(child, _) => child
      case attribute => attribute
    }
    CatalystExpressions.toProto(withoutNormalisation(expression), input)
  }

  private def withoutNormalisation(expression: Expression): Expression = expression match {
    case KnownFloatingPointNormalized(NormalizeNaNAndZero(child)) => child
    case other => other
  }

  private final case class Shape(function: ProtoAggregateFunction, arguments: Seq[Expression], mode: ProtoEvalMode)

  private def shape(aggregate: AggregateExpression): Either[String, Shape] = {
    val unspecified = ProtoEvalMode.EVAL_MODE_UNSPECIFIED
    aggregate.aggregateFunction match {
      case Count(children) =>
        // A literal that is not NULL says nothing about the row: count(*) is count(1) by now.
        val counted = children.filterNot { case Literal(value, _) => value != null; case _ => false }
        Right(Shape(ProtoAggregateFunction.COUNT, counted, unspecified))
      case Sum(child, context) =>
        mode(context.evalMode, "try_sum").map(m => Shape(ProtoAggregateFunction.SUM, Seq(child), m))
      case Average(child, evalMode) =>
        mode(evalMode, "try_avg").map(m => Shape(ProtoAggregateFunction.AVG, Seq(child), m))
      case Min(child) => Right(Shape(ProtoAggregateFunction.MIN, Seq(child), unspecified))
      case Max(child) => Right(Shape(ProtoAggregateFunction.MAX, Seq(child), unspecified))
      case other => Left(s"aggregate ${other.prettyName} is not implemented in the region server")
    }
  }

  private def mode(evalMode: EvalMode.Value, tryName: String): Either[String, ProtoEvalMode] = evalMode match {
    case EvalMode.ANSI => Right(ProtoEvalMode.ANSI)
    case EvalMode.LEGACY => Right(ProtoEvalMode.LEGACY)
    case EvalMode.TRY => Left(s"aggregate $tryName is not implemented in the region server")
  }

  private def filter(aggregate: AggregateExpression, input: InputBinding): Either[String, Option[ProtoExpression]] =
    aggregate.filter match {
      case None => Right(None)
      case Some(predicate) => CatalystExpressions.toProto(predicate, input).map(Some(_))
    }
}
