package org.apache.spark.sql.hbase.plan.catalyst

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.wire.proto.{
  BuildColumn,
  Call,
  DataType => ProtoType,
  Expression => ProtoExpression,
  Function => ProtoFunction,
  Operator,
  TypeKind,
  Values => ProtoValues
}

/** Conditions `x IN (values)`, as a join and what it learns while the query runs make them. Pure functions, thread-safe. */
private[plan] object ValueLists {

  /** True for rows whose key is one of the values. */
  def isIn(key: ProtoExpression, values: BuildColumn): ProtoExpression = {
    val list = ProtoExpression.newBuilder().setType(values.getType).setValues(values.getValues)
    val call = Call.newBuilder().setFunction(ProtoFunction.IN).addArguments(key).addArguments(list)
    ProtoExpression.newBuilder().setType(ProtoType.newBuilder().setKind(TypeKind.BOOLEAN)).setCall(call).build()
  }

  /**
   * Returns the position of a Filter that lets the same values of the column pass, with only Filters and choices of
   * columns in front.
   *
   * @param list over the columns that the first operator gets
   */
  def positionOf(list: ProtoExpression, operators: Seq[Operator]): Option[Int] =
    of(list).flatMap { wanted =>
      // Where the column is in the output of the operators in front of each.
      val columns = operators.scanLeft(wanted.column) { (column, operator) => columnBehind(operator, column) }
      val known = operators.zip(columns).takeWhile(_._2 >= 0)
      val found = known.indexWhere { case (operator, column) =>
        operator.hasFilter && !operator.getFilter.getOptional &&
        of(operator.getFilter.getPredicate).contains(wanted.copy(column = column))
      }
      Option.when(found >= 0)(found)
    }

  /** -1 where that is not known. */
  private def columnBehind(operator: Operator, column: Int): Int =
    if (operator.hasFilter) column
    else {
      val expressions = operator.getProject.getExpressionsList.asScala
      if (expressions.forall(_.hasColumn)) expressions.indexWhere(_.getColumn == column) else -1
    }

  /** @param values but NULL, which lets no row pass */
  private final case class ValueList(column: Int, values: Set[Any])

  private def of(predicate: ProtoExpression): Option[ValueList] = {
    val arguments = predicate.getCall.getArgumentsList.asScala.toSeq
    val list = arguments.drop(1)
    val isIn = predicate.getCall.getFunction == ProtoFunction.IN
    Option.when(isIn && arguments.head.hasColumn && list.forall(one => one.hasValues || one.hasLiteral)) {
      val all = ProtoValues.newBuilder()
      list.foreach(one =>
        if (one.hasValues) all.mergeFrom(one.getValues) else CatalystLiterals.add(one.getLiteral, all)
      )
      val values = Set.empty[Any] ++ all.getIntegersList.asScala ++ all.getFloatingsList.asScala ++
        all.getBinariesList.asScala ++ all.getDecimalsList.asScala
      ValueList(arguments.head.getColumn, values)
    }
  }
}
