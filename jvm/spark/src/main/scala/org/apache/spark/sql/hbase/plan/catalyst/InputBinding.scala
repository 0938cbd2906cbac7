package org.apache.spark.sql.hbase.plan.catalyst

import org.apache.spark.sql.catalyst.expressions.{Attribute, ExprId, Expression}
import org.apache.spark.sql.hbase.wire.proto.{DataType => ProtoType, Expression => ProtoExpression}

/**
 * The position of each attribute in the input of a sub-plan operator.
 *
 * @param ordinals by expression id, so that renamed and self-joined columns cannot be mixed up
 * @param storedTypes of the table's columns: an attribute can be a nested column of which Spark needs some fields only
 * @param structs attributes that are put together of several positions
 * @param values expressions that are known when the query runs, by placeholder
 */
final case class InputBinding(
    ordinals: Map[ExprId, Int],
    storedTypes: Map[ExprId, ProtoType] = Map.empty,
    structs: Map[ExprId, ProtoExpression] = Map.empty,
    values: Seq[Expression] = Nil
) {
  def ordinal(attribute: Attribute): Either[Refusal, Int] =
    ordinals.get(attribute.exprId).toRight(Refusal(s"column ${attribute.name} does not come from the table"))

  /** The placeholder of an expression that is known when the query runs. */
  def placeholder(expression: Expression): Option[Int] = Some(values.indexOf(expression)).filter(_ >= 0)
}

object InputBinding {

  /** Attributes at consecutive positions from 0. */
  def of(attributes: Seq[Attribute]): InputBinding =
    InputBinding(attributes.map(_.exprId).zipWithIndex.toMap)
}
