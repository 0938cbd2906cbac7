package org.apache.spark.sql.hbase.plan.push

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, AttributeSet, Expression}
import org.apache.spark.sql.catalyst.plans._
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystExpressions,
  CatalystTypes,
  ExpressionText,
  InputBinding,
  Refusal,
  SubPlanAssembly
}
import org.apache.spark.sql.hbase.plan.push.access.{JoinSides, PushedAccess, PushedJoin}
import org.apache.spark.sql.hbase.wire.proto.{
  BuildColumn,
  DataType => ProtoType,
  Expression => ProtoExpression,
  JoinType => ProtoJoinType,
  BroadcastJoin
}

/**
 * Joins rows where they are with the small side of a broadcast join, below a partial aggregation. The rows of that side are
 * known when the query runs; see [[BroadcastJoinExec]].
 *
 * {{{
 * HashAggregate(keys=[year], partial_sum(v))               BroadcastJoinExec
 *   BroadcastHashJoin [day], [day], Inner                    BatchScan [year, sum]
 *     BatchScan [day, v]                                       sub-plan: Project, BroadcastJoin, Aggregate
 *     BroadcastExchange                                      Spark's own plan, as on the left
 *       BatchScan [day, year]
 * }}}
 *
 * Never without the aggregation: joined rows are wider than those that are read.
 */
object PushBroadcastJoin {

  /**
   * Returns the access with the join, or the reason why the join stays in Spark.
   *
   * @param input the rows of the large side
   * @param needed attributes that the operators above use
   */
  def apply(join: BroadcastHashJoinExec, input: PushedAccess, needed: AttributeSet): Either[Refusal, PushedAccess] = {
    val sides = JoinSides(join)
    val condition = join.condition
    for {
      _ <- Either.cond(input.access.scan.maxBuildBytes > 0, (), Refusal("spark.sql.hbase.join.broadcast.bytes is 0"))
      joinType <- joinType(join)
      used = needed ++ AttributeSet(condition.toSeq)
      values = if (addsColumns(joinType)) sides.build.output.filter(used.contains) else Nil
      keys <- Refusal.firstOf(sides.streamKeys.zip(sides.buildKeys).map { case (stream, build) =>
        key(stream, build, input)
      })
      types <- Refusal.firstOf(values.map(value => plainType(value)))
      pattern = BroadcastJoin
        .newBuilder()
        .setType(joinType)
        .addAllKeys(keys.asJava)
        .addAllBuildKeys(keys.map(key => column(key.getType)).asJava)
        .addAllBuildValues(types.map(column).asJava)
        .build()
      joined = input
        .adding(SubPlanAssembly.broadcastJoin(pattern), description(join, sides))
        .copy(
          output = input.output ++ values.collect { case reference: AttributeReference => reference },
          joins = input.joins :+ PushedJoin(pattern, sides.buildKeys, values)
        )
      filtered <- condition.fold[Either[Refusal, PushedAccess]](Right(joined))(PushExpand.filtered(_, joined))
    } yield filtered
  }

  private def joinType(join: BroadcastHashJoinExec): Either[Refusal, ProtoJoinType] = join.joinType match {
    case _: InnerLike => Right(ProtoJoinType.INNER)
    // Has no name in SQL.
    case _: ExistenceJoin =>
      Left(Refusal("EXISTS and IN with a subquery are pushed down in WHERE only, joined by AND"))
    case other if join.condition.isDefined =>
      Left(Refusal(s"${other.sql} joins with more conditions than equal keys are not implemented in the region server"))
    case LeftOuter | RightOuter => Right(ProtoJoinType.LEFT_OUTER)
    case LeftSemi => Right(ProtoJoinType.LEFT_SEMI)
    case LeftAnti if join.isNullAwareAntiJoin =>
      Left(Refusal("NOT IN treats NULL in a way of its own; write NOT EXISTS instead where NULLs do not count"))
    case LeftAnti => Right(ProtoJoinType.LEFT_ANTI)
    case other => Left(Refusal(s"${other.sql} joins are not implemented in the region server"))
  }

  private def addsColumns(joinType: ProtoJoinType): Boolean =
    joinType == ProtoJoinType.INNER || joinType == ProtoJoinType.LEFT_OUTER

  private def key(key: Expression, build: Expression, input: PushedAccess): Either[Refusal, ProtoExpression] =
    for {
      translated <- CatalystExpressions.toProto(FloatingKeys.withoutNormalisation(key), InputBinding.of(input.output))
      keyType <- plainType(key)
      buildType <- plainType(build)
      _ <- Either.cond(keyType == buildType, (), Refusal.of(key, "the other side's key has another type"))
      // The engine joins many rows before it goes on with the first.
      isSafe = input.joins.isEmpty || !RaisingExpressions.mayRaise(translated)
      _ <- Either.cond(isSafe, (), Refusal.of(key, "it may raise an error, and stands on joined rows"))
    } yield translated

  private def plainType(value: Expression): Either[Refusal, ProtoType] =
    CatalystTypes
      .toProto(value.dataType)
      .filterOrElse(_.getNestedCount == 0, Refusal(s"a key of type ${value.dataType.sql} is nested"))

  private def column(ofType: ProtoType): BuildColumn = BuildColumn.newBuilder().setType(ofType).build()

  private def description(join: BroadcastHashJoinExec, sides: JoinSides): String = {
    val keys = sides.streamKeys.zip(sides.buildKeys).map { case (stream, build) =>
      s"${ExpressionText.of(stream)} = ${ExpressionText.of(build)}"
    }
    s"BroadcastJoin(${join.joinType.sql}, ${keys.mkString(" AND ")})"
  }
}
