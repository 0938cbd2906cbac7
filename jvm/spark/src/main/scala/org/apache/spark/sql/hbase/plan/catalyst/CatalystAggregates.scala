package org.apache.spark.sql.hbase.plan.catalyst

import scala.jdk.CollectionConverters._
// Catalyst has string functions named Left and Right.
import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.wire.proto.{AggregateCall, Expression => ProtoExpression}

/**
 * Partial aggregate functions of Spark as sub-plan aggregate calls. The state columns are Spark's own aggregation
 * buffer, whose types travel with the call. So a Spark with another buffer is refused and not misread.
 *
 * Pure functions, thread-safe.
 */
object CatalystAggregates {

  def toProto(aggregate: AggregateExpression, input: InputBinding): Either[Refusal, AggregateCall] =
    for {
      shape <- AggregateShape.of(aggregate.aggregateFunction)
      _ <- Refusal.firstOf(shape.lazyArguments.map(withoutSurprise(_, input)))
      arguments <- Refusal.firstOf(shape.arguments.map(CatalystExpressions.toProto(_, input)))
      filter <- filter(aggregate, input)
      stateTypes <- Refusal.firstOf(
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

  private def withoutSurprise(argument: Expression, input: InputBinding): Either[Refusal, Unit] =
    CatalystExpressions.toProto(argument, input).flatMap { translated =>
      if (!RaisingExpressions.mayRaise(translated)) Right(())
      else
        Left(Refusal.of(argument, "it may raise an error, and Spark does not evaluate it for every row"))
    }

  private def filter(aggregate: AggregateExpression, input: InputBinding): Either[Refusal, Option[ProtoExpression]] =
    aggregate.filter match {
      case None => Right(None)
      case Some(predicate) => CatalystExpressions.toProto(predicate, input).map(Some(_))
    }
}
