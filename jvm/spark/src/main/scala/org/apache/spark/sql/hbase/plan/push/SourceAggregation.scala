package org.apache.spark.sql.hbase.plan.push

import org.apache.spark.sql.catalyst.expressions.{AttributeReference, Literal}
import org.apache.spark.sql.catalyst.expressions.aggregate.{
  AggregateExpression,
  AggregateFunction,
  Count => CatalystCount,
  Max => CatalystMax,
  Min => CatalystMin,
  Partial,
  Sum => CatalystSum
}
import org.apache.spark.sql.connector.expressions.{Expression => SourceExpression, NamedReference}
import org.apache.spark.sql.connector.expressions.aggregate._
import org.apache.spark.sql.hbase.plan.catalyst.Refusal
import org.apache.spark.sql.types._

/**
 * An aggregation as Spark hands it to data sources, turned back into Spark's own partial one. Columns are grouped and
 * aggregated, expressions are not: they have lost the mode in which Spark evaluates them. So has a sum. It is known
 * only where no mode matters, because the partial sums cannot overflow.
 *
 * {{{
 * sum(i INT)             yes: a partial sum is BIGINT
 * sum(l BIGINT)          no: an overflow is an error, NULL or a wrapped number
 * sum(d DECIMAL(12,2))   no: Spark would cast the partial sums to DECIMAL(12,2)
 * avg(i INT)             no: Spark hands over sum(i), but adds DOUBLE values itself
 * }}}
 */
private[hbase] final case class SourceAggregation(
    keys: Seq[AttributeReference],
    functions: Seq[AggregateExpression]
)

private[hbase] object SourceAggregation {

  /**
   * @param columns by name
   * @param hasAverage whether some of the sums and counts are those of an average
   * @return the reason where something of the aggregation is unknown here
   */
  def of(
      aggregation: Aggregation,
      columns: Map[String, AttributeReference],
      hasAverage: Boolean
  ): Either[Refusal, SourceAggregation] =
    for {
      keys <- Refusal.firstOf(aggregation.groupByExpressions.toSeq.map(column(_, columns)))
      functions <- Refusal.firstOf(aggregation.aggregateExpressions.toSeq.map(function(_, columns, hasAverage)))
    } yield SourceAggregation(keys, functions.map(AggregateExpression(_, Partial, isDistinct = false)))

  private def function(
      aggregate: AggregateFunc,
      columns: Map[String, AttributeReference],
      hasAverage: Boolean
  ): Either[Refusal, AggregateFunction] = aggregate match {
    case _: CountStar => Right(CatalystCount(Literal(1)))
    case count: Count if !count.isDistinct => column(count.column, columns).map(CatalystCount(_))
    case min: Min => column(min.column, columns).map(CatalystMin(_))
    case max: Max => column(max.column, columns).map(CatalystMax(_))
    case sum: Sum if !sum.isDistinct => column(sum.column, columns).flatMap(summed(_, hasAverage))
    case other => Left(Refusal(s"Spark does not take partial states of $other from a data source"))
  }

  private def summed(column: AttributeReference, hasAverage: Boolean): Either[Refusal, AggregateFunction] =
    column.dataType match {
      case ByteType | ShortType | FloatType | DoubleType => Right(new CatalystSum(column))
      case IntegerType if !hasAverage => Right(new CatalystSum(column))
      case IntegerType =>
        Left(Refusal(s"avg(${column.name})", "Spark adds DOUBLE values, but hands over a sum of BIGINT"))
      case _: DecimalType =>
        Left(Refusal(s"sum(${column.name})", s"Spark would cast its partial sums to ${column.dataType.sql}"))
      case _ => Left(Refusal(s"sum(${column.name})", "Spark does not hand over what an overflow is to give"))
    }

  private def column(
      expression: SourceExpression,
      columns: Map[String, AttributeReference]
  ): Either[Refusal, AttributeReference] = expression match {
    case reference: NamedReference if reference.fieldNames.length == 1 =>
      columns.get(reference.fieldNames.head).toRight(Refusal(s"$reference", "it is no column with a single value"))
    case other => Left(Refusal(s"$other", "only columns are grouped and aggregated"))
  }
}
