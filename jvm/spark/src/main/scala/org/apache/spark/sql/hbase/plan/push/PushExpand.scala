package org.apache.spark.sql.hbase.plan.push

// Catalyst has string functions named Left and Right.
import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Expression, NamedExpression, PredicateHelper}
import org.apache.spark.sql.catalyst.plans.logical.Expand
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystExpressions,
  ExpressionText,
  InputBinding,
  PushedOperator,
  Refusal,
  SubPlanAssembly
}
import org.apache.spark.sql.hbase.plan.push.access.PushedAccess
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression}

/**
 * Expands rows where they are, below a partial aggregation: for ROLLUP, CUBE, GROUPING SETS, several DISTINCT columns and
 * sliding windows.
 *
 * {{{
 * HashAggregate(keys=[carrier, gid], partial_count)        BatchScan [carrier, gid, count]
 *   Expand [[carrier, 0], [null, 1]]                         sub-plan: Filter, Project, Expand, Aggregate
 *     Filter [month = 1]
 *       BatchScan [carrier, month]
 * }}}
 *
 * Never without the aggregation: more rows would cross the wire than are in the table. What stands between the two may
 * not raise errors: the engine expands many rows before it goes on with the first.
 */
object PushExpand extends PredicateHelper {

  /** Returns the access with the expansion, or the reason why the expansion stays in Spark. */
  def apply(expand: Expand, input: PushedAccess): Either[Refusal, PushedAccess] = {
    val binding = InputBinding.of(input.output)
    val projections = expand.projections.map { projection =>
      Refusal.firstOf(projection.map(CatalystExpressions.toProto(_, binding)))
    }
    Refusal.firstOf(projections).map { translated =>
      input
        .adding(SubPlanAssembly.expand(translated), s"Expand(${translated.size} rows for each)")
        .copy(output = references(expand.output))
    }
  }

  /** A condition on expanded rows. */
  def filtered(condition: Expression, input: PushedAccess): Either[Refusal, PushedAccess] =
    splitConjunctivePredicates(condition).foldLeft[Either[Refusal, PushedAccess]](Right(input)) { (below, conjunct) =>
      for {
        access <- below
        predicate <- translated(conjunct, access)
      } yield access.adding(SubPlanAssembly.filter(predicate), PushedOperator.filter(conjunct))
    }

  /** A projection of expanded rows. */
  def projected(list: Seq[NamedExpression], input: PushedAccess): Either[Refusal, PushedAccess] =
    Refusal.firstOf(list.map(translated(_, input))).map { expressions =>
      val columns = list.map(_.toAttribute)
      input
        .adding(SubPlanAssembly.project(expressions), list.map(ExpressionText.of).mkString("Project(", ", ", ")"))
        .copy(output = references(columns))
    }

  private def translated(expression: Expression, input: PushedAccess): Either[Refusal, ProtoExpression] =
    CatalystExpressions.toProto(expression, InputBinding.of(input.output)).flatMap { translated =>
      if (!RaisingExpressions.mayRaise(translated)) Right(translated)
      else Left(Refusal.of(expression, "it may raise an error, and stands on expanded rows"))
    }

  private def references(attributes: Seq[Expression]): Seq[AttributeReference] =
    attributes.collect { case reference: AttributeReference => reference }
}
