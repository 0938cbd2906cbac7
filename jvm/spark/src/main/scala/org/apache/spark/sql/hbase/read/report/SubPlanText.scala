package org.apache.spark.sql.hbase.read.report

import java.util.Locale

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.hbase.codec.types.{Decimals, SqlType}
import org.apache.spark.sql.hbase.engine.expression.kernel.{Constant, TypedCall}
import org.apache.spark.sql.hbase.engine.types.SqlTypes
import org.apache.spark.sql.hbase.plan.catalyst.PushedOperator
import org.apache.spark.sql.hbase.wire.proto.{Expression, Function, NullOrder, Operator, SortDirection, SubPlan}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/**
 * A sub-plan in words: its operators, and its expressions as SQL writes them. Not thread-safe.
 *
 * @param plan that the engine can run
 */
private[read] final class SubPlanText(plan: SubPlan) {
  import SubPlanText._

  private val tableColumns: IndexedSeq[String] = plan.getTable.getColumnsList.asScala.map(_.getName).toIndexedSeq

  /** The operators in order, each with its condition if it is a filter. */
  def operators: Seq[PushedOperator] = plan.getOperatorsList.asScala.toSeq
    .scanLeft((tableColumns, Option.empty[PushedOperator])) { case ((names, _), operator) =>
      (output(operator, names), Some(text(operator, names)))
    }
    .flatMap(_._2)

  /** An expression over the columns of the table. */
  def of(expression: Expression): String = of(expression, tableColumns)

  /** The columns that come out of an operator; those of an Aggregate and of build rows have no name. */
  private def output(operator: Operator, names: IndexedSeq[String]): IndexedSeq[String] =
    operator.getNodeCase match {
      case Operator.NodeCase.PROJECT =>
        operator.getProject.getExpressionsList.asScala.map(of(_, names)).toIndexedSeq
      case Operator.NodeCase.EXPAND =>
        val projections = operator.getExpand.getProjectionsList.asScala.map(_.getExpressionsList.asScala)
        projections.transpose.map(expanded(_, names)).toIndexedSeq
      case Operator.NodeCase.AGGREGATE => IndexedSeq.empty
      case Operator.NodeCase.FILTER | Operator.NodeCase.LIMIT | Operator.NodeCase.TOP_N |
          Operator.NodeCase.BROADCAST_JOIN | Operator.NodeCase.NODE_NOT_SET =>
        names
    }

  /** A column of expanded rows: what it is where it is not NULL, or the constants that tell the rows apart. */
  private def expanded(values: Iterable[Expression], names: IndexedSeq[String]): String =
    values.find(!_.hasLiteral).fold(values.map(of(_, names)).toSeq.distinct.mkString("(", " | ", ")"))(of(_, names))

  private def text(operator: Operator, names: IndexedSeq[String]): PushedOperator = {
    def all(expressions: Iterable[Expression]) = expressions.map(of(_, names)).mkString(", ")
    operator.getNodeCase match {
      case Operator.NodeCase.FILTER => PushedOperator.filter(of(operator.getFilter.getPredicate, names))
      case Operator.NodeCase.PROJECT =>
        PushedOperator(s"Project(${all(operator.getProject.getExpressionsList.asScala)})")
      case Operator.NodeCase.AGGREGATE =>
        val calls = operator.getAggregate.getCallsList.asScala.map { call =>
          val arguments = if (call.getArgumentsCount == 0) "*" else all(call.getArgumentsList.asScala)
          val condition = if (call.hasFilter) s" FILTER (WHERE ${of(call.getFilter, names)})" else ""
          s"${lower(call.getFunction.name)}($arguments)$condition"
        }
        val groups = all(operator.getAggregate.getGroupByList.asScala)
        PushedOperator(s"PartialAggregate(keys=[$groups], functions=[${calls.mkString(", ")}])")
      case Operator.NodeCase.LIMIT => PushedOperator(s"Limit(${operator.getLimit.getRows})")
      case Operator.NodeCase.TOP_N =>
        val order = operator.getTopN.getKeysList.asScala.map { key =>
          val direction = if (key.getDirection == SortDirection.DESCENDING) "DESC" else "ASC"
          val nulls = if (key.getNulls == NullOrder.NULLS_LAST) "NULLS LAST" else "NULLS FIRST"
          s"${of(key.getExpression, names)} $direction $nulls"
        }
        PushedOperator(s"PartialTopN(${operator.getTopN.getRows}, [${order.mkString(", ")}])")
      case Operator.NodeCase.EXPAND | Operator.NodeCase.BROADCAST_JOIN | Operator.NodeCase.NODE_NOT_SET =>
        PushedOperator(lower(operator.getNodeCase.name))
    }
  }

  private def of(e: Expression, names: IndexedSeq[String]): String = e.getNodeCase match {
    case Expression.NodeCase.COLUMN => names.lift(e.getColumn).getOrElse(s"column ${e.getColumn}")
    case Expression.NodeCase.LITERAL => sql(Constant.of(e.getLiteral, SqlTypes.of(e.getType)))
    case Expression.NodeCase.CALL => call(e, names)
    case _ => "values of the query"
  }

  private def call(e: Expression, names: IndexedSeq[String]): String = {
    val typed = TypedCall.of(e)
    def text(each: Expression) = of(each, names)
    lazy val arguments = e.getCall.getArgumentsList.asScala.toSeq
    e.getCall.getFunction match {
      case Function.IN if typed.isListOfConstants =>
        val all = typed.listedConstants.limit(ShownValues + 1L).iterator.asScala.toList
        val shown = all.take(ShownValues).map(sql)
        val more = if (all.size > ShownValues) s" and ${typed.listedConstants.count - ShownValues} more" else ""
        s"(${text(arguments.head)} IN (${shown.mkString(", ")}$more))"
      case function if Infix.contains(function) => arguments.map(text).mkString("(", s" ${Infix(function)} ", ")")
      case Function.NOT => s"(NOT ${text(arguments.head)})"
      case Function.IS_NULL => s"(${text(arguments.head)} IS NULL)"
      case Function.IS_NOT_NULL => s"(${text(arguments.head)} IS NOT NULL)"
      case function => arguments.map(text).mkString(s"${lower(function.name)}(", ", ", ")")
    }
  }
}

private[read] object SubPlanText {
  private def lower(name: String): String = name.toLowerCase(Locale.ROOT)

  /** The number of values of a list that are shown. */
  private val ShownValues = 5

  private val Infix: Map[Function, String] = Map(
    Function.AND -> "AND",
    Function.OR -> "OR",
    Function.EQUAL -> "=",
    Function.EQUAL_NULL_SAFE -> "<=>",
    Function.LESS_THAN -> "<",
    Function.LESS_THAN_OR_EQUAL -> "<=",
    Function.GREATER_THAN -> ">",
    Function.GREATER_THAN_OR_EQUAL -> ">="
  )

  /** A value as SQL writes it. */
  private def sql(value: Constant): String =
    if (value.isNull) "NULL"
    else
      value.`type`.kind match {
        case SqlType.Kind.BOOLEAN => (value.low != 0).toString
        case SqlType.Kind.FLOAT | SqlType.Kind.DOUBLE => value.floating.toString
        case SqlType.Kind.DECIMAL => Decimals.toBigDecimal(value.high, value.low, value.`type`.scale).toPlainString
        case SqlType.Kind.STRING => Literal(UTF8String.fromBytes(value.bytes), StringType).sql
        case SqlType.Kind.DATE => Literal(value.low.toInt, DateType).sql
        case SqlType.Kind.TIMESTAMP => Literal(value.low, TimestampType).sql
        case SqlType.Kind.TIMESTAMP_NTZ => Literal(value.low, TimestampNTZType).sql
        case SqlType.Kind.TINYINT | SqlType.Kind.SMALLINT | SqlType.Kind.INT | SqlType.Kind.BIGINT => value.low.toString
        case _ => Literal(value.bytes, BinaryType).sql
      }
}
