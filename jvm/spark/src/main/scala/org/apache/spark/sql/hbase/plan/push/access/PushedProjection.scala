package org.apache.spark.sql.hbase.plan.push.access

import scala.annotation.tailrec
// Catalyst has string functions named Left and Right.
import scala.util.{Left, Right}

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.hbase.engine.expression.RaisingExpressions
import org.apache.spark.sql.hbase.plan.catalyst.{
  CatalystExpressions,
  ExpressionText,
  InputBinding,
  OperatorInSpark,
  PushedOperator,
  Refusal
}

/**
 * The expressions of a projection, split into what the region server computes and what Spark still must.
 *
 * An expression is computed where the rows are unless that makes them wider. With Spark's sizes of the types, its value
 * must not be larger than the columns that then need not travel. One that may raise an error stays, because Spark need
 * not come to every row: a LIMIT above stops earlier.
 *
 * {{{
 * SELECT k, length(text), concat(a, 'x'), rlike(b, 'y')
 *   output    k, b, length(text), concat(a, 'x')
 *   postScan  k, length(text), concat(a, 'x'), rlike(b, 'y')   the second and third as columns of the scan
 * }}}
 *
 * @param output what is read: columns of the table and computed ones, each once
 * @param computed expressions behind the computed ones
 * @param postScan what Spark computes from the output, None if the output is the answer
 * @param refused a reason per expression that Spark computes
 */
final case class PushedProjection(
    output: Seq[AttributeReference],
    computed: Seq[Alias],
    postScan: Option[Seq[NamedExpression]],
    refused: Seq[Refusal]
) {
  def pushedOperators: Seq[PushedOperator] =
    if (computed.isEmpty) Nil
    else Seq(PushedOperator(computed.map(PushedProjection.text).mkString("Project(", ", ", ")")))

  /** Returns the expressions that the sub-plan projects, by position of the output. */
  def expressions: Seq[NamedExpression] = {
    val byId = computed.map(alias => alias.exprId -> alias).toMap
    output.map(attribute => byId.getOrElse(attribute.exprId, attribute))
  }
}

object PushedProjection {

  /**
   * @param projections the list above the columns, None if they are the answer
   * @param conjuncts that Spark checks between the columns and the projection
   * @param input of the columns
   */
  def split(
      projections: Option[Seq[NamedExpression]],
      conjuncts: Seq[Expression],
      columns: Seq[AttributeReference],
      input: InputBinding
  ): PushedProjection = projections match {
    case None => PushedProjection(columns, Nil, None, Nil)
    case Some(list) =>
      val asked = list.collect { case alias: Alias if isComputed(alias) => alias -> refusal(alias, input) }
      val refused = asked.flatMap(_._2)
      val possible = asked.collect { case (alias, None) => alias }
      val stays = list.filterNot(possible.contains)
      val computed = narrowest(possible, AttributeSet(stays ++ conjuncts))
      val wide = possible.filterNot(computed.contains).map { alias =>
        Refusal(inSpark(alias), "the columns that it needs are not wider")
      }
      assemble(list, computed, conjuncts, columns, refused ++ wide)
  }

  /** Renamed columns and constants need no computing where the rows are. */
  private def isComputed(alias: Alias): Boolean = !alias.child.isInstanceOf[Attribute] && alias.references.nonEmpty

  private def refusal(alias: Alias, input: InputBinding): Option[Refusal] =
    CatalystExpressions.toProto(alias, input) match {
      case Left(reason) => Some(reason)
      case Right(translated) if RaisingExpressions.mayRaise(translated) =>

        Some(
          Refusal(inSpark(alias), "it may raise an error, and Spark may stop before it comes to the row")
        )
      case Right(_) => None
    }

  private def inSpark(alias: Alias) = OperatorInSpark("Project", s"Project(${text(alias)})")

  /** Returns the expressions that do not make rows wider, given the columns that travel anyway. */
  @tailrec
  private def narrowest(possible: Seq[Alias], travelling: AttributeSet): Seq[Alias] = {
    val (kept, wide) = possible.partition(alias => isNarrow(Seq(alias), travelling))
    if (wide.nonEmpty) narrowest(kept, travelling ++ AttributeSet(wide))
    // Two expressions may have been weighed against the same column.
    else if (isNarrow(kept, travelling)) kept
    else Nil
  }

  private def isNarrow(computed: Seq[Alias], travelling: AttributeSet): Boolean =
    width(computed.map(_.toAttribute)) <= width((AttributeSet(computed) -- travelling).toSeq)

  private def width(attributes: Seq[Attribute]): Long = attributes.map(_.dataType.defaultSize.toLong).sum

  private def assemble(
      list: Seq[NamedExpression],
      computed: Seq[Alias],
      conjuncts: Seq[Expression],
      columns: Seq[AttributeReference],
      refused: Seq[Refusal]
  ): PushedProjection = {
    val postScan = list.map { case alias: Alias if computed.contains(alias) => alias.toAttribute; case other => other }
    val references = computed.map(_.toAttribute).collect { case reference: AttributeReference => reference }
    val answer = postScan.collect { case reference: AttributeReference => reference }
    val travelling = AttributeSet(postScan ++ conjuncts)
    val isAnswer = conjuncts.isEmpty && answer.size == list.size && answer.map(_.exprId).distinct.size == answer.size
    if (isAnswer) PushedProjection(answer, computed, None, refused)
    else PushedProjection(columns.filter(travelling.contains) ++ references, computed, Some(postScan), refused)
  }

  private def text(alias: Alias): String = ExpressionText.of(alias.child)
}
