package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.connector.expressions.{
  Expression => SourceExpression,
  Literal => SourceLiteral,
  NamedReference
}
import org.apache.spark.sql.connector.expressions.filter.Predicate

/**
 * Conditions as Spark hands them to data sources, turned back into Spark's own, which the sub-plan is made of. Only
 * those count that say all that the original said. Comparisons of a column and a literal of its type do; casts and
 * arithmetic have lost the mode in which Spark evaluates them.
 */
object SourcePredicates {

  /**
   * @param columns by name
   * @return None where something of the condition is unknown here
   */
  def toCatalyst(predicate: Predicate, columns: Map[String, Attribute]): Option[Expression] = {
    def nested(i: Int) = predicate.children()(i) match {
      case inner: Predicate => toCatalyst(inner, columns)
      case _ => None
    }
    def compared(make: (Expression, Expression) => Expression) = for {
      left <- operand(predicate.children()(0), columns)
      right <- operand(predicate.children()(1), columns)
      if left.dataType == right.dataType
    } yield make(left, right)

    predicate.name match {
      case "AND" => for (left <- nested(0); right <- nested(1)) yield And(left, right)
      case "OR" => for (left <- nested(0); right <- nested(1)) yield Or(left, right)
      case "NOT" => nested(0).map(Not(_))
      case "=" => compared(EqualTo(_, _))
      case "<=>" => compared(EqualNullSafe(_, _))
      case "<>" => compared((left, right) => Not(EqualTo(left, right)))
      case "<" => compared(LessThan(_, _))
      case "<=" => compared(LessThanOrEqual(_, _))
      case ">" => compared(GreaterThan(_, _))
      case ">=" => compared(GreaterThanOrEqual(_, _))
      case "STARTS_WITH" => compared(StartsWith(_, _))
      case "ENDS_WITH" => compared(EndsWith(_, _))
      case "CONTAINS" => compared(Contains(_, _))
      case "IN" => isOneOf(predicate, columns)
      case "IS_NULL" => operand(predicate.children()(0), columns).map(IsNull(_))
      case "IS_NOT_NULL" => operand(predicate.children()(0), columns).map(IsNotNull(_))
      case _ => None
    }
  }

  private def isOneOf(predicate: Predicate, columns: Map[String, Attribute]): Option[Expression] = {
    val operands = predicate.children().toSeq.map(operand(_, columns))
    if (operands.exists(_.isEmpty) || operands.flatten.exists(_.dataType != operands.head.get.dataType)) None
    else Some(In(operands.head.get, operands.tail.flatten))
  }

  private def operand(expression: SourceExpression, columns: Map[String, Attribute]): Option[Expression] =
    expression match {
      case reference: NamedReference if reference.fieldNames.length == 1 => columns.get(reference.fieldNames.head)
      case literal: SourceLiteral[_] => Some(Literal(literal.value, literal.dataType))
      case _ => None
    }
}
