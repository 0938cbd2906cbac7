package org.apache.spark.sql.hbase.read.report

import java.math.{BigDecimal => JavaDecimal, BigInteger}
import java.nio.ByteBuffer
import java.util.Locale

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.hbase.codec.types.SqlType
import org.apache.spark.sql.hbase.engine.expression.kernel.{Constant, TypedCall}
import org.apache.spark.sql.hbase.engine.keyrange.ResidualPlan
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.engine.types.SqlTypes
import org.apache.spark.sql.hbase.wire.proto.{Expression, Function, SubPlan}
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/**
 * The conditions of the leading Filters of a sub-plan that are left for a part of the table, as text. Not thread-safe.
 *
 * {{{
 * a IN (1, 2, 9) AND b > 5, key (a)     rows of [1, 3)     (a IN (1, 2)), (b > 5)
 *                                       rows of [9, 10)    (b > 5)
 * }}}
 *
 * @param plan that the engine can run
 */
private[read] final class ResidualText(plan: SubPlan) {
  import ResidualText._

  private val parts = ResidualPlan.of(plan)

  /** The conditions for `[rows.start, rows.stop)`; None where they are those of the sub-plan. */
  def of(rows: KeyRange): Option[Seq[String]] = {
    val rest = parts.within(rows.start, Option(rows.stop).getOrElse(Array.emptyByteArray))
    Option.when(rest ne plan)(
      rest.getOperatorsList.asScala.toSeq.takeWhile(_.hasFilter).map(filter => text(filter.getFilter.getPredicate))
    )
  }

  private def text(e: Expression): String = e.getNodeCase match {
    case Expression.NodeCase.COLUMN => plan.getTable.getColumns(e.getColumn).getName
    case Expression.NodeCase.LITERAL => sql(Constant.of(e.getLiteral, SqlTypes.of(e.getType)))
    case _ => call(e)
  }

  private def call(e: Expression): String = {
    val typed = TypedCall.of(e)
    lazy val arguments = e.getCall.getArgumentsList.asScala.toSeq
    e.getCall.getFunction match {
      case Function.IN if typed.isListOfConstants =>
        val all = typed.listedConstants.limit(ShownValues + 1L).iterator.asScala.toSeq
        val shown = all.take(ShownValues).map(sql)
        val more = if (all.size > ShownValues) s" and ${typed.listedConstants.count - ShownValues} more" else ""
        s"(${text(arguments.head)} IN (${shown.mkString(", ")}$more))"
      case function if Infix.contains(function) => arguments.map(text).mkString("(", s" ${Infix(function)} ", ")")
      case Function.NOT => s"(NOT ${text(arguments.head)})"
      case Function.IS_NULL => s"(${text(arguments.head)} IS NULL)"
      case Function.IS_NOT_NULL => s"(${text(arguments.head)} IS NOT NULL)"
      case function => arguments.map(text).mkString(s"${function.name.toLowerCase(Locale.ROOT)}(", ", ", ")")
    }
  }
}

private[read] object ResidualText {

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
        case SqlType.Kind.DECIMAL => decimal(value).toPlainString
        case SqlType.Kind.STRING => Literal(UTF8String.fromBytes(value.bytes), StringType).sql
        case SqlType.Kind.DATE => Literal(value.low.toInt, DateType).sql
        case SqlType.Kind.TIMESTAMP => Literal(value.low, TimestampType).sql
        case SqlType.Kind.TIMESTAMP_NTZ => Literal(value.low, TimestampNTZType).sql
        case SqlType.Kind.TINYINT | SqlType.Kind.SMALLINT | SqlType.Kind.INT | SqlType.Kind.BIGINT => value.low.toString
        case _ => Literal(value.bytes, BinaryType).sql
      }

  private def decimal(value: Constant): JavaDecimal = {
    val halves = ByteBuffer.allocate(2 * java.lang.Long.BYTES).putLong(value.high).putLong(value.low)
    new JavaDecimal(new BigInteger(halves.array), value.`type`.scale)
  }
}
