package org.apache.spark.sql.hbase.plan.push.access

import scala.annotation.tailrec
import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, Operator, SubPlan}

/**
 * A column of a table that is an output column of a sub-plan, unchanged.
 *
 * @param keyPosition among the columns of the row key; None if it is no column of it
 */
final case class SourceColumn(name: String, keyPosition: Option[Int]) {
  def isKey: Boolean = keyPosition.isDefined
}

object SourceColumn {

  /**
   * Returns the column at a position of the output. None if the position holds no column, or if the sub-plan has
   * operators other than Filter, Project and a last Aggregate by that column. Other operators depend on all rows.
   */
  def of(subPlan: SubPlan, output: Int): Option[SourceColumn] = {
    val operators = subPlan.getOperatorsList.asScala.toList.reverse
    val ordinal = operators match {
      case last :: rows if last.hasAggregate && output < last.getAggregate.getGroupByCount =>
        ofRows(rows, last.getAggregate.getGroupBy(output))
      case rows => if (rows.forall(isOfRows)) inTable(rows, output) else None
    }
    val columns = subPlan.getTable.getColumnsList.asScala
    ordinal.filter(columns.isDefinedAt(_)).map { position =>
      val column = columns(position)
      SourceColumn(column.getName, Option.when(column.hasKey)(columns.take(position).count(_.hasKey)))
    }
  }

  private def ofRows(operators: List[Operator], expression: ProtoExpression): Option[Int] =
    if (operators.forall(isOfRows) && expression.getNodeCase == ProtoExpression.NodeCase.COLUMN)
      inTable(operators, expression.getColumn)
    else None

  private def isOfRows(operator: Operator): Boolean = operator.hasFilter || operator.hasProject

  /** @param operators the last one first */
  @tailrec
  private def inTable(operators: List[Operator], output: Int): Option[Int] = operators match {
    case Nil => Some(output)
    case operator :: before if operator.hasProject =>
      val expression = operator.getProject.getExpressions(output)
      if (expression.getNodeCase == ProtoExpression.NodeCase.COLUMN) inTable(before, expression.getColumn) else None
    case _ :: before => inTable(before, output)
  }
}
